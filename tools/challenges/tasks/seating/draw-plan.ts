import { earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom } from '../frame/names.ts'
import { holds, permutations } from './answer.ts'
import type { Clue, SeatingPlan } from './plan.ts'

const ROWS = permutations([0, 1, 2, 3, 4])

export function drawSeating(draw: Draw, earlier: Earlier): SeatingPlan {
  const people = peopleFrom(draw, 5)
  const row = draw.shuffle(people)
  const exchange = draw.sample(people, 2) as [string, string]
  const [order, pays] = membersFrom(draw, 2) as [string, string]
  return {
    people,
    clues: drawClues(draw, people, row),
    exchange,
    before: drawBefore(draw, row, exchange),
    price: earlierAmount(draw, earlier, 31, 90),
    step: draw.integer(3, 9),
    off: draw.integer(3, 9),
    payer: draw.pick(people),
    isFromRight: draw.isHeads(),
    members: { order, pays },
  }
}

/** A seat of another day, which is none that the person has on this one. */
function drawBefore(draw: Draw, row: string[], exchange: string[]): SeatingPlan['before'] {
  const name = draw.pick(row)
  const held = exchange.includes(name) ? exchange : [name]
  return { name, seat: draw.pick([1, 2, 3, 4, 5].filter(seat => !held.includes(row[seat - 1]!))) }
}

/** Clues that leave one row, none of which could be missing. */
function drawClues(draw: Draw, people: string[], row: string[]): Clue[] {
  const clues: Clue[] = []
  const rows = ROWS.map(order => order.map(at => people[at]!))
  let left = rows
  while (left.length > 1) {
    const clue = drawClue(draw, row)
    const still = left.filter(other => holds(clue, other))
    if (still.length < left.length) clues.push(clue)
    left = still
  }
  for (const clue of [...clues]) if (!isNeeded(clue, clues, rows)) clues.splice(clues.indexOf(clue), 1)
  return clues
}

/** Whether a row that no other clue excludes is excluded by this one. */
const isNeeded = (clue: Clue, clues: Clue[], rows: string[][]) =>
  rows.some(row => !holds(clue, row) && clues.every(other => other === clue || holds(other, row)))

function drawClue(draw: Draw, row: string[]): Clue {
  const [at, to] = draw.sample([0, 1, 2, 3, 4], 2).sort() as [number, number]
  const [one, other] = [row[at]!, row[to]!]
  const pair = draw.isHeads() ? { one, other } : { one: other, other: one }
  const kind = draw.pick(['left', 'beside', 'beside', 'end'] as const)
  if (kind === 'left') return { kind, one, other }
  if (kind === 'end') return { kind: at === 0 ? 'end' : 'inner', one }
  if (to - at === 1) return { kind: 'next', ...pair }
  return draw.isHeads() ? { kind: 'apart', ...pair } : { kind: 'gap', ...pair, between: to - at - 1 }
}
