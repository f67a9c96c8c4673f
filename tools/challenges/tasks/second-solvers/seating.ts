import type { Json } from '../frame/family.ts'
import type { Clue, SeatingEvent, SeatingFacet, SeatingPlan } from '../seating/plan.ts'
import { arrangementsOf } from './arrangements.ts'
import { sumOf } from './asked.ts'
import { mostBy } from './tally.ts'

/** The number of each person's seat; that of nobody is told of the name `NOBODY`. */
type Seats = Record<string, number>
const NOBODY = ''

/** Hands the seats out in every way, keeps the way that fits, and lets people walk from seat to seat. */
export function solveSeating(plan: SeatingPlan): Json {
  const { asked, clues, events, people } = plan
  const everybody = plan.seats > people.length ? [...people, NOBODY] : people
  const fitting = [...arrangementsOf(everybody)]
    .map((names): Seats => Object.fromEntries(names.map((name, at) => [name, at + 1])))
    .filter(seats => clues.every(clue => isTrue(clue, seats, plan.seats) === (clue.told !== 'refuted')))
  if (fitting.length !== 1) throw new Error(`${fitting.length} orders fit the clues`)
  const [first] = fitting as [Seats]
  const last = events.reduce((seats, event) => walked(seats, event, plan.seats), first)
  return Object.fromEntries(asked.map(({ member, facet }) => [member, answer(facet, plan, first, last)]))
}

function isTrue(clue: Clue, seats: Seats, count: number): boolean {
  const seat = seats[clue.one]!
  if (clue.kind === 'seat') return seat === clue.seat
  if (clue.kind === 'either') return seat === clue.seats[0] || seat === clue.seats[1]
  if (clue.kind === 'even' || clue.kind === 'odd') return clue.kind === (seat % 2 ? 'odd' : 'even')
  if (!('other' in clue)) return (seat === 1 || seat === count) === (clue.kind === 'end')
  const way = seats[clue.other]! - seat
  if (clue.kind === 'left') return way > 0
  if (clue.kind === 'gap') return Math.abs(way) - 1 === clue.between
  if (!('third' in clue)) return clue.kind === 'next' ? Math.abs(way) === 1 : Math.abs(way) > 1
  const on = seats[clue.third]! - seat
  return clue.kind === 'between' ? way * on < 0 : way > 0 && on > way
}

function walked(seats: Seats, event: SeatingEvent, count: number): Seats {
  const round = (seat: number) => ((seat - 1 + count) % count) + 1
  const to = (seat: number): number => {
    if (event.kind === 'right') return round(seat + 1)
    if (event.kind === 'left') return round(seat - 1)
    if (event.kind === 'mirrored') return count + 1 - seat
    if (event.kind === 'unswapped' || !('one' in event || 'seats' in event)) return seat
    const two =
      'seats' in event ? event.seats : [event.one, 'other' in event ? event.other : NOBODY].map(one => seats[one]!)
    return two.includes(seat) ? two.find(other => other !== seat)! : seat
  }
  return Object.fromEntries(Object.entries(seats).map(([name, seat]) => [name, to(seat)]))
}

function sumFor(
  name: string,
  { isPricedFromRight, off, price, seats: count, step }: SeatingPlan,
  seats: Seats,
): number {
  const seat = seats[name]!
  const steps = isPricedFromRight ? count - seat : seat - 1
  const full = price.value + steps * step
  if (!off) return full
  const nearTo = (person: string) => Math.abs(seats[person]! - seat)
  const isLess =
    'person' in off
      ? nearTo(off.person) === (off.kind === 'person' ? 0 : 1)
      : (off.kind === 'ends' && (seat === 1 || seat === count)) || (off.kind === 'even' && seat % 2 === 0)
  return isLess ? full - off.coins : full
}

function answer(facet: SeatingFacet, plan: SeatingPlan, first: Seats, last: Seats): Json {
  const { people } = plan
  const inOrder = (seats: Seats) => people.toSorted((one, other) => seats[one]! - seats[other]!)
  const pays = (name: string) => sumFor(name, plan, last)
  const way = (from: string, to: string) => last[to]! - last[from]!
  switch (facet.kind) {
    case 'fromLeft':
      return inOrder(last)
    case 'fromRight':
      return inOrder(last).reverse()
    case 'fromLeftFirst':
      return inOrder(first)
    case 'pays':
      return pays(facet.person)
    case 'paysFirst':
      return sumFor(facet.person, plan, first)
    case 'total':
      return sumOf(people.map(pays))
    case 'difference':
      return Math.max(pays(facet.one), pays(facet.other)) - Math.min(pays(facet.one), pays(facet.other))
    case 'seat':
      return last[facet.person]!
    case 'seatFirst':
      return first[facet.person]!
    case 'at':
      return people.find(name => last[name] === facet.seat)!
    case 'vacant':
      return last[NOBODY]!
    case 'neighbours':
      return people.filter(name => [-1, 1].includes(way(facet.person, name)))
    case 'lefter':
      return people.filter(name => way(name, facet.person) > 0).length
    case 'among':
      return people.filter(name => way(facet.one, name) * way(name, facet.other) > 0)
    case 'moved':
      return people.filter(name => first[name] !== last[name])
    case 'cheapest':
      return mostBy(people, name => -pays(name))
    case 'threshold':
      return people.filter(name => pays(name) > facet.limit).length
  }
}
