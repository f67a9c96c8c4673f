import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { rotaAnswer } from './answer.ts'
import { drawRota } from './draw-plan.ts'
import type { RotaFacet, RotaPlan } from './plan.ts'
import { tellRota } from './tell.ts'

const SHAPES: Record<RotaFacet, (plan: RotaPlan) => Schema> = {
  table: ({ inner: [day, early, late] }) => listOf(objectOf({ [day]: WHOLE, [early]: TEXT, [late]: TEXT })),
  people: ({ inner: [, person, shifts] }) => listOf(objectOf({ [person]: TEXT, [shifts]: WHOLE })),
  daysOf: () => listOf(WHOLE),
  changedDays: () => listOf(WHOLE),
  late: () => listOf(TEXT),
  failed: () => listOf(WHOLE),
  ruled: () => listOf(WHOLE),
  gained: () => listOf(TEXT),
  noLate: () => listOf(TEXT),
  pay: () => WHOLE,
  payWithout: () => WHOLE,
  earned: () => WHOLE,
}

export const rotaSwaps: Family<RotaPlan> = {
  name: 'rota-swaps',
  type: 'transformation',
  plan: drawRota,
  answer: rotaAnswer,
  tell: tellRota,
  schema: plan => objectOf(Object.fromEntries(plan.asked.map(({ member, facet }) => [member, SHAPES[facet](plan)]))),
}
