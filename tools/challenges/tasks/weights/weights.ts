import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, setOf, TEXT, WHOLE } from '../frame/schema.ts'
import { weightsAnswer } from './answer.ts'
import { drawWeights } from './draw-plan.ts'
import type { WeightsFacet, WeightsPlan } from './plan.ts'
import { tellWeights } from './tell.ts'

export const weights: Family<WeightsPlan> = {
  name: 'weights',
  type: 'structured_reasoning',
  plan: drawWeights,
  answer: weightsAnswer,
  tell: tellWeights,
  schema: ({ asked }) => objectOf(Object.fromEntries(asked.map(({ member, facet }) => [member, schemaOf(facet)]))),
}

const ORDERS: readonly WeightsFacet['kind'][] = ['lightest', 'heaviest', 'asShown']
const SETS: readonly WeightsFacet['kind'][] = ['aboveOn', 'heavier']
const NAMES: readonly WeightsFacet['kind'][] = ['secondLightest', 'secondHeaviest', 'heaviestOn', 'next']

function schemaOf({ kind }: WeightsFacet): Schema {
  if (ORDERS.includes(kind)) return listOf(TEXT)
  if (SETS.includes(kind)) return setOf(TEXT)
  return NAMES.includes(kind) ? TEXT : WHOLE
}
