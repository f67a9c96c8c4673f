import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { mergeAnswer } from './answer.ts'
import { drawMerge } from './draw-plan.ts'
import type { Measure, MergePlan } from './plan.ts'
import { tellMerge } from './tell.ts'

const SHAPES: Record<Measure['kind'], Schema> = {
  span: WHOLE,
  second: WHOLE,
  lowest: WHOLE,
  gap: WHOLE,
  moved: WHOLE,
  kept: WHOLE,
  third: TEXT,
  first: TEXT,
  next: TEXT,
  size: WHOLE,
  fresh: WHOLE,
  over: listOf(TEXT),
  out: listOf(TEXT),
}

export const merge: Family<MergePlan> = {
  name: 'merge',
  type: 'transformation',
  plan: drawMerge,
  answer: mergeAnswer,
  tell: tellMerge,
  schema: ({ members, asked }) =>
    objectOf({
      [members.list]: listOf(objectOf({ [members.name]: TEXT, [members.locker]: WHOLE })),
      ...Object.fromEntries(asked.map(({ member, measure }) => [member, SHAPES[measure.kind]])),
    }),
}
