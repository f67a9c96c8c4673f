import type { Json } from '../frame/family.ts'
import type { SeatingFacet, SeatingPlan } from './plan.ts'
import { after, holds, permutations, type Row } from './row.ts'

type Prices = Pick<SeatingPlan, 'price' | 'step' | 'isPricedFromRight' | 'off'>

export const allIn = ({ people, seats }: Pick<SeatingPlan, 'people' | 'seats'>): string[] =>
  seats > people.length ? [...people, ''] : people

export function seatingAnswer(plan: SeatingPlan): Json {
  const [first] = permutations(allIn(plan)).filter(row => plan.clues.every(clue => holds(clue, row)))
  return answerOf(plan, first!)
}

/** The answer, where the row at first is known. */
export const answerOf = (plan: SeatingPlan, first: Row): Json =>
  Object.fromEntries(plan.asked.map(({ member, facet }) => [member, facetOf(plan, facet, first)]))

export function paysOf(prices: Prices, row: Row, name: string): number {
  const { isPricedFromRight, off, price, step } = prices
  const seat = row.indexOf(name)
  const full = price.value + step * (isPricedFromRight ? row.length - 1 - seat : seat)
  if (!off) return full
  const isSpared = {
    ends: seat === 0 || seat === row.length - 1,
    even: seat % 2 === 1,
    beside: 'person' in off && Math.abs(row.indexOf(off.person) - seat) === 1,
    person: 'person' in off && off.person === name,
  }
  return isSpared[off.kind] ? full - off.coins : full
}

function facetOf(plan: SeatingPlan, facet: SeatingFacet, first: Row): Json {
  const { people } = plan
  const last = after(first, plan.events)
  const named = (row: Row) => row.filter(name => name !== '')
  const pays = (name: string) => paysOf(plan, last, name)
  const seat = (name: string) => last.indexOf(name)
  switch (facet.kind) {
    case 'fromLeft':
      return named(last)
    case 'fromRight':
      return named(last).toReversed()
    case 'fromLeftFirst':
      return named(first)
    case 'pays':
      return pays(facet.person)
    case 'paysFirst':
      return paysOf(plan, first, facet.person)
    case 'total':
      return people.reduce((sum, name) => sum + pays(name), 0)
    case 'difference':
      return Math.abs(pays(facet.one) - pays(facet.other))
    case 'seat':
    case 'seatFirst':
      return (facet.kind === 'seat' ? last : first).indexOf(facet.person) + 1
    case 'at':
      return last[facet.seat - 1]!
    case 'vacant':
      return seat('') + 1
    case 'neighbours':
      return people.filter(name => Math.abs(seat(name) - seat(facet.person)) === 1)
    case 'lefter':
      return people.filter(name => seat(name) < seat(facet.person)).length
    case 'among':
      return people.filter(name => (seat(name) - seat(facet.one)) * (seat(name) - seat(facet.other)) < 0)
    case 'moved':
      return people.filter(name => seat(name) !== first.indexOf(name))
    case 'cheapest':
      return people.toSorted((one, other) => pays(one) - pays(other))[0]!
    case 'threshold':
      return people.filter(name => pays(name) > facet.limit).length
  }
}
