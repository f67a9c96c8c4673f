import type { Family } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { statementAnswer } from './answer.ts'
import { drawStatement } from './draw-plan.ts'
import type { StatementPlan } from './plan.ts'
import { tellStatement } from './tell.ts'

export const statement: Family<StatementPlan> = {
  name: 'statement',
  type: 'self_description',
  plan: drawStatement,
  answer: statementAnswer,
  tell: tellStatement,
  schema: ({ members }) =>
    objectOf({
      [members.shown]: TEXT,
      [members.points]: WHOLE,
      [members.topics]: listOf(TEXT),
      [members.beside]: TEXT,
    }),
}
