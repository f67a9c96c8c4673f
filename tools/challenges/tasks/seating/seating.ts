import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, setOf, TEXT, WHOLE } from '../frame/schema.ts'
import { seatingAnswer } from './answer.ts'
import { drawSeating } from './draw-plan.ts'
import type { SeatingFacet, SeatingPlan } from './plan.ts'
import { tellSeating } from './tell.ts'

export const seating: Family<SeatingPlan> = {
  name: 'seating',
  type: 'structured_reasoning',
  plan: drawSeating,
  answer: seatingAnswer,
  tell: tellSeating,
  schema: ({ asked }) => objectOf(Object.fromEntries(asked.map(({ member, facet }) => [member, schemaOf(facet)]))),
}

const ORDERS: readonly SeatingFacet['kind'][] = ['fromLeft', 'fromRight', 'fromLeftFirst']
const SETS: readonly SeatingFacet['kind'][] = ['neighbours', 'among', 'moved']

function schemaOf({ kind }: SeatingFacet): Schema {
  if (ORDERS.includes(kind)) return listOf(TEXT)
  if (SETS.includes(kind)) return setOf(TEXT)
  return kind === 'at' || kind === 'cheapest' ? TEXT : WHOLE
}
