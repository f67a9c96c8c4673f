import type { Family } from '../frame/family.ts'
import { listOf, objectOf, TEXT } from '../frame/schema.ts'
import { schemaOf } from '../frame/tally-schema.ts'
import { regroupAnswer } from './answer.ts'
import { drawRegroup } from './draw-plan.ts'
import type { RegroupPlan } from './plan.ts'
import { tellRegroup } from './tell.ts'

export const regroup: Family<RegroupPlan> = {
  name: 'regroup',
  type: 'transformation',
  plan: drawRegroup,
  answer: regroupAnswer,
  tell: tellRegroup,
  schema: ({ asked, members }) =>
    objectOf({
      ...Object.fromEntries(Object.values(members).map(member => [member, listOf(TEXT)])),
      ...schemaOf(asked),
    }),
}
