import type { Json } from '../frame/family.ts'
import type { RoundTableFacet, RoundTablePlan } from './plan.ts'

export interface Table {
  sharing: string[]
  strangers: string[]
  shared: string[]
  lonely: string[]
  fresh: string[]
}

export function tableOf({ about, guests, absent }: RoundTablePlan): Table {
  const own = new Set(about.interests)
  const coming = guests.filter(({ person }) => person !== absent)
  const theirs = new Set(coming.flatMap(({ interests }) => interests))
  const shares = coming.filter(({ interests }) => interests.some(interest => own.has(interest)))
  return {
    sharing: shares.map(({ person }) => person),
    strangers: coming.filter(guest => !shares.includes(guest)).map(({ person }) => person),
    shared: [...own].filter(interest => theirs.has(interest)),
    lonely: [...own].filter(interest => !theirs.has(interest)),
    fresh: [...theirs].filter(interest => !own.has(interest)),
  }
}

const FACETS: Record<RoundTableFacet, (plan: RoundTablePlan, table: Table) => Json> = {
  called: ({ about, guest }, { sharing }) => (sharing.includes(guest) ? about.name : about.handle),
  calledElse: ({ about, guest }, { sharing }) => (sharing.includes(guest) ? about.handle : about.name),
  sharing: (_, { sharing }) => sharing,
  strangers: (_, { strangers }) => strangers,
  shared: (_, { shared }) => shared,
  lonely: (_, { lonely }) => lonely,
  fresh: (_, { fresh }) => fresh,
  cardShared: ({ amount }, { shared }) => amount.value + shared.length,
  cardGuests: ({ amount }, { sharing }) => amount.value + sharing.length,
  cardFresh: ({ amount }, { fresh }) => amount.value + fresh.length,
}

export function roundTableAnswer(plan: RoundTablePlan): Json {
  const table = tableOf(plan)
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, FACETS[facet](plan, table)]))
}
