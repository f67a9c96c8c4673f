import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { budgetAnswer } from './answer.ts'
import { drawBudget } from './draw-plan.ts'
import type { BudgetFacet, BudgetPlan } from './plan.ts'
import { tellBudget } from './tell.ts'

const SHAPES: Record<BudgetFacet, (plan: BudgetPlan) => Schema> = {
  grants: ({ inner: [number, euros] }) => listOf(objectOf({ [number]: WHOLE, [euros]: WHOLE })),
  people: ({ inner: [name, euros] }) => listOf(objectOf({ [name]: TEXT, [euros]: WHOLE })),
  reduced: () => listOf(WHOLE),
  full: () => listOf(WHOLE),
  content: () => listOf(TEXT),
  halved: () => listOf(WHOLE),
  total: () => WHOLE,
  cut: () => WHOLE,
  project: () => WHOLE,
  left: () => WHOLE,
  most: () => WHOLE,
  totalWithout: () => WHOLE,
}

export const cappedBudgets: Family<BudgetPlan> = {
  name: 'capped-budgets',
  type: 'transformation',
  plan: drawBudget,
  answer: budgetAnswer,
  tell: tellBudget,
  schema: plan => objectOf(Object.fromEntries(plan.asked.map(({ member, facet }) => [member, SHAPES[facet](plan)]))),
}
