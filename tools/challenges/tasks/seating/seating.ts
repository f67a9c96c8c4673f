import type { Family } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { seatingAnswer } from './answer.ts'
import { drawSeating } from './draw-plan.ts'
import type { SeatingPlan } from './plan.ts'
import { tellSeating } from './tell.ts'

export const seating: Family<SeatingPlan> = {
  name: 'seating',
  type: 'structured_reasoning',
  plan: drawSeating,
  answer: seatingAnswer,
  tell: tellSeating,
  schema: ({ members }) => objectOf({ [members.order]: listOf(TEXT), [members.pays]: WHOLE }),
}
