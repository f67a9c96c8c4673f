import type { Family, Schema } from '../frame/family.ts'
import { objectOf, setOf, TEXT, WHOLE } from '../frame/schema.ts'
import { roundTableAnswer } from './answer.ts'
import { drawRoundTable } from './draw-plan.ts'
import type { RoundTableFacet, RoundTablePlan } from './plan.ts'
import { tellRoundTable } from './tell.ts'

const SHAPES: Record<RoundTableFacet, Schema> = {
  called: TEXT,
  calledElse: TEXT,
  sharing: setOf(TEXT),
  strangers: setOf(TEXT),
  shared: setOf(TEXT),
  lonely: setOf(TEXT),
  fresh: setOf(TEXT),
  cardShared: WHOLE,
  cardGuests: WHOLE,
  cardFresh: WHOLE,
}

export const roundTable: Family<RoundTablePlan> = {
  name: 'round-table',
  type: 'self_description',
  plan: drawRoundTable,
  answer: roundTableAnswer,
  tell: tellRoundTable,
  schema: ({ asked }) => objectOf(Object.fromEntries(asked.map(({ member, facet }) => [member, SHAPES[facet]]))),
}
