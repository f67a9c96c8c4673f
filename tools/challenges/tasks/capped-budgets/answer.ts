import type { Json } from '../frame/family.ts'
import { type Grant, grantsOf } from './grants.ts'
import type { BudgetFacet, BudgetPlan } from './plan.ts'

const sum = (grants: Grant[], of: (grant: Grant) => number) => grants.reduce((total, grant) => total + of(grant), 0)
const granted = (grants: Grant[]) => sum(grants, grant => grant.granted)
const numbers = (grants: Grant[]) => grants.map(({ number }) => number)
const isFull = (grant: Grant) => grant.granted === grant.asked
const peopleOf = (grants: Grant[]) => [...new Set(grants.map(({ person }) => person))].sort()
const of = (grants: Grant[], name: string) => grants.filter(({ person }) => person === name)
const grantedFor = (grants: Grant[], name: string) => granted(grants.filter(({ project }) => project === name))

const FACETS: Record<BudgetFacet, (plan: BudgetPlan, grants: Grant[]) => Json> = {
  grants: ({ inner: [key, euros] }, grants) => grants.map(grant => ({ [key]: grant.number, [euros]: grant.granted })),
  people: ({ inner: [key, euros] }, grants) =>
    peopleOf(grants).map(name => ({ [key]: name, [euros]: granted(of(grants, name)) })),
  reduced: (_, grants) => numbers(grants.filter(grant => !isFull(grant))),
  full: (_, grants) => numbers(grants.filter(isFull)),
  content: (_, grants) => peopleOf(grants).filter(name => of(grants, name).every(isFull)),
  halved: (_, grants) => numbers(grants.filter(grant => !isFull(grant) && grant.granted * 2 >= grant.asked)),
  total: (_, grants) => granted(grants),
  cut: (_, grants) => sum(grants, grant => grant.asked - grant.granted),
  project: (plan, grants) => grantedFor(grants, plan.project),
  left: ({ pot }, grants) => pot! - granted(grants),
  most: (_, grants) => Math.max(...grants.map(({ project }) => grantedFor(grants, project))),
  totalWithout: plan => granted(grantsOf(plan, plan.without).grants),
}

export function budgetAnswer(plan: BudgetPlan): Json {
  const { grants } = grantsOf(plan)
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, FACETS[facet](plan, grants)]))
}
