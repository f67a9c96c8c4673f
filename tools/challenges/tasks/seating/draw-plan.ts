import { type Amount, earlierAmount, numbersOf } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { drawUntil } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom } from '../frame/names.ts'
import { answerOf, paysOf } from './answer.ts'
import { drawClues, drawHint } from './draw-clues.ts'
import type { SeatingEvent, SeatingFacet, SeatingPlan } from './plan.ts'
import { after, type Row } from './row.ts'

/** What an amount leaves no number under that later tasks can take. */
const NEARLY_TOO_GREAT = 400

export function drawSeating(draw: Draw, earlier: Earlier): SeatingPlan {
  const price = earlierAmount(draw, earlier, 31, 90)
  return drawUntil(draw, again => drawOnce(again, price))
}

function drawOnce(draw: Draw, price: Amount): SeatingPlan | undefined {
  const people = peopleFrom(draw, draw.pick([4, 5, 5, 5]))
  const row = draw.shuffle(draw.integer(1, 3) === 1 || people.length === 4 ? [...people, ''] : people)
  const clues = drawClues(draw, row)
  if (!clues) return undefined
  const events = drawEvents(draw, row)
  const last = after(row, events)
  const world = {
    ...{ people, seats: row.length, clues },
    rumours: Array.from({ length: draw.pick([0, 0, 1]) }, () => drawHint(draw, row)),
    before: drawBefore(draw, row, last),
    ...{ events, price, step: draw.integer(3, 9), isPricedFromRight: draw.integer(1, 3) === 1 },
    ...drawOff(draw, people),
  }
  const facets = drawFacets(draw, world, row, last)
  const members = membersFrom(draw, facets.length)
  const plan = { ...world, asked: facets.map((facet, index) => ({ member: members[index]!, facet })) }
  return isSound(plan, row) ? plan : undefined
}

/** Seats of another day, which are none that the persons have on this one. */
const drawBefore = (draw: Draw, first: Row, last: Row): SeatingPlan['before'] =>
  draw
    .sample(
      first.filter(name => name !== ''),
      draw.pick([0, 1, 1, 2]),
    )
    .map(name => ({
      name,
      seat: draw.pick([...first.keys()].filter(at => first[at] !== name && last[at] !== name)) + 1,
    }))

function drawEvents(draw: Draw, row: Row): SeatingEvent[] {
  const events: SeatingEvent[] = []
  const names = row.filter(name => name !== '')
  for (let left = draw.pick([1, 1, 2, 2, 3]); left > 0; left--) {
    const [one, other] = draw.sample(names, 2) as [string, string]
    const now = after(row, events)
    const taken = [...now.keys()].filter(at => now[at] !== '').map(at => at + 1)
    const rare: SeatingEvent[] = [
      { kind: 'seats', seats: draw.sample(taken, 2) as [number, number] },
      { kind: draw.pick(['right', 'left'] as const) },
      { kind: 'mirrored' },
      { kind: 'unswapped', one, other },
      ...(row.includes('') ? [{ kind: 'empty' as const, one }] : []),
    ]
    events.push(draw.isHeads() ? { kind: 'swap', one, other } : draw.pick(rare))
  }
  return events
}

function drawOff(draw: Draw, people: string[]): Pick<SeatingPlan, 'off'> {
  const coins = draw.integer(3, 9)
  const person = draw.pick(people)
  const kind = draw.pick(['ends', 'ends', 'even', 'beside', 'person', 'none'] as const)
  if (kind === 'none') return {}
  return { off: kind === 'ends' || kind === 'even' ? { kind, coins } : { kind, person, coins } }
}

/** Mostly an order and a sum; else more of something else, of which there is much. */
function drawFacets(draw: Draw, world: Omit<SeatingPlan, 'asked'>, first: Row, last: Row): SeatingFacet[] {
  const [person, one, other] = draw.sample(world.people, 3) as [string, string, string]
  const pays: SeatingFacet = { kind: 'pays', person }
  const order: SeatingFacet = { kind: draw.pick(['fromLeft', 'fromRight'] as const) }
  const taken = [...last.keys()].filter(at => last[at] !== '').map(at => at + 1)
  const sums = world.people.map(name => paysOf(world, last, name))
  const least = sums.filter(sum => sum === Math.min(...sums))
  const isSame = first.every((name, at) => name === last[at])
  const rare: SeatingFacet[] = [
    ...(['seat', 'neighbours', 'lefter'] as const).map(kind => ({ kind, person: one })),
    ...(['difference', 'among'] as const).map(kind => ({ kind, one, other })),
    { kind: 'at', seat: draw.pick(taken) },
    { kind: 'threshold', limit: draw.pick(sums.toSorted((a, b) => a - b).slice(0, -1)) + draw.integer(0, 2) },
    { kind: 'total' },
    ...(isSame ? [] : (['moved', 'fromLeftFirst'] as const).map(kind => ({ kind }))),
    ...(isSame ? [] : (['seatFirst', 'paysFirst'] as const).map(kind => ({ kind, person: other }))),
    ...(least.length === 1 ? [{ kind: 'cheapest' as const }] : []),
    ...(last.includes('') ? [{ kind: 'vacant' as const }] : []),
  ]
  // A limit near the sums would say much of an earlier answer.
  const asked = rare.filter(({ kind }) => world.price.from === undefined || kind !== 'threshold')
  const how = draw.integer(1, 4)
  if (how <= 2) return [order, pays]
  return how === 3 ? [order, pays, draw.pick(asked)] : [pays, ...draw.sample(asked, 3)]
}

/** What is asked leans on the price, cannot be read off, and offers a number. */
function isSound(plan: SeatingPlan, first: Row): boolean {
  const right = answerOf(plan, first) as Record<string, unknown>
  const told = [...JSON.stringify({ ...plan, asked: [] }).matchAll(/\d+/g)].map(([figure]) => Number(figure))
  const { value, from } = plan.price
  if (from && told.filter(number => number === value).length > 1) return false
  const lists = Object.values(right).filter(answer => Array.isArray(answer) && answer.length === plan.people.length)
  const reckoned = numbersOf(answerOf(plan, first)).filter(([, number]) => !told.includes(number))
  const offers = numbersOf(answerOf(plan, first)).length > 0 || value > NEARLY_TOO_GREAT
  const dearer = answerOf({ ...plan, price: { ...plan.price, value: value + 1 } }, first)
  return offers && (lists.length > 0 || reckoned.length > 0) && JSON.stringify(dearer) !== JSON.stringify(right)
}
