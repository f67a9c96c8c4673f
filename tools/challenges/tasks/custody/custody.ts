import type { Family, Schema } from '../frame/family.ts'
import { objectOf, setOf, TEXT, WHOLE } from '../frame/schema.ts'
import { custodyAnswer } from './answer.ts'
import { drawCustody } from './draw-plan.ts'
import type { CustodyFacet, CustodyPlan } from './plan.ts'
import { tellCustody } from './tell.ts'

export const custody: Family<CustodyPlan> = {
  name: 'custody',
  type: 'structured_reasoning',
  plan: drawCustody,
  answer: custodyAnswer,
  tell: tellCustody,
  schema: ({ asked }) => objectOf(Object.fromEntries(asked.map(({ member, facet }) => [member, schemaOf(facet)]))),
}

const SETS: readonly CustodyFacet['kind'][] = ['parcels', 'home', 'settled', 'spurned']
const NUMBERS: readonly CustodyFacet['kind'][] = [
  ...(['sheets', 'sheetsIfTaken', 'difference', 'moves', 'allMoves', 'owners', 'refused', 'empty', 'laden'] as const),
]

function schemaOf({ kind }: CustodyFacet): Schema {
  if (SETS.includes(kind)) return setOf(TEXT)
  return NUMBERS.includes(kind) ? WHOLE : TEXT
}
