import type { Json } from '../frame/family.ts'
import { course, type Holders, revise } from './course.ts'
import type { CustodyFacet, CustodyPlan } from './plan.ts'

export function sheetsOf({ people, starts }: CustodyPlan, holders: Holders): Map<string, number> {
  const sheets = new Map(people.map(person => [person, 0]))
  for (const { parcel, sheets: count } of starts) {
    const holder = holders.get(parcel)!
    sheets.set(holder, sheets.get(holder)! + count.value)
  }
  return sheets
}

export function custodyAnswer(plan: CustodyPlan): Json {
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, facetOf(plan, facet)]))
}

export function facetOf(plan: CustodyPlan, facet: CustodyFacet): Json {
  const day = { ...plan, events: revise(plan) }
  const { holders, trails, refused } = course(day)
  const trail = 'parcel' in facet ? trails.get(facet.parcel)! : []
  switch (facet.kind) {
    case 'holder':
      return trail.at(-1)!
    case 'ifTaken':
      return course(day, undefined, true).holders.get(facet.parcel)!
    case 'unrevised':
      return course(plan).holders.get(facet.parcel)!
    case 'without': {
      const events = revise({ ...plan, events: plan.events.filter(({ minute }) => minute !== facet.event) })
      return course({ ...plan, events }).holders.get(facet.parcel)!
    }
    case 'holderAt':
      return course(day, facet.minute).holders.get(facet.parcel)!
    case 'before':
      return trail.at(-2)!
    case 'firstTo':
      return trail[1]!
    case 'moves':
      return trail.length - 1
    case 'owners':
      return new Set(trail).size
    case 'sheets':
      return sheetsOf(plan, holders).get(facet.person)!
    case 'sheetsIfTaken':
      return sheetsOf(plan, course(day, undefined, true).holders).get(facet.person)!
    case 'refused':
      return refused.length
    case 'spurned':
      return [...new Set(refused)]
    default:
      return otherFacetOf(plan, facet, holders, trails)
  }
}

function otherFacetOf(plan: CustodyPlan, facet: CustodyFacet, holders: Holders, trails: Map<string, string[]>): Json {
  const sheets = sheetsOf(plan, holders)
  const fewestFirst = plan.people.toSorted((one, other) => sheets.get(one)! - sheets.get(other)!)
  const trailed = (isSo: (trail: string[]) => boolean) =>
    [...trails].filter(([, trail]) => isSo(trail)).map(([parcel]) => parcel)
  const countOf = (person: string) => [...holders.values()].filter(holder => holder === person).length
  switch (facet.kind) {
    case 'difference':
      return Math.abs(sheets.get(facet.one)! - sheets.get(facet.other)!)
    case 'parcels':
      return [...holders].filter(([, holder]) => holder === facet.person).map(([parcel]) => parcel)
    case 'most':
      return fewestFirst.at(-1)!
    case 'fewest':
      return fewestFirst.find(person => countOf(person) > 0)!
    case 'allMoves':
      return [...trails.values()].reduce((moves, trail) => moves + trail.length - 1, 0)
    case 'home':
      return trailed(trail => trail[0] === trail.at(-1))
    case 'settled':
      return trailed(trail => trail.length === 1)
    default:
      return plan.people.filter(person => (facet.kind === 'empty' ? countOf(person) === 0 : countOf(person) > 1)).length
  }
}
