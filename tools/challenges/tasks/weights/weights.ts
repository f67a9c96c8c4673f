import type { Family } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { weightsAnswer } from './answer.ts'
import { drawWeights } from './draw-plan.ts'
import type { WeightsPlan } from './plan.ts'
import { tellWeights } from './tell.ts'

export const weights: Family<WeightsPlan> = {
  name: 'weights',
  type: 'structured_reasoning',
  plan: drawWeights,
  answer: weightsAnswer,
  tell: tellWeights,
  schema: ({ members }) => objectOf({ [members.order]: listOf(TEXT), [members.first]: WHOLE, [members.second]: WHOLE }),
}
