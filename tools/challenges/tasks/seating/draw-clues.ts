import type { Draw } from '../frame/draw.ts'
import type { Clue, Hint } from './plan.ts'
import { holds, isSo, permutations, type Row } from './row.ts'

const MOST_CLUES = 7

/** Clues that leave one row, of which now and then one could be missing; none where too many would be needed. */
export function drawClues(draw: Draw, row: Row): Clue[] | undefined {
  const clues: Clue[] = []
  let left = permutations(row)
  while (left.length > 1) {
    const clue = drawClue(draw, row)
    const still = clue && left.filter(other => holds(clue, other))
    if (!clue || still!.length === left.length) continue
    clues.push(clue)
    left = still!
    if (clues.length > MOST_CLUES + 2) return undefined
  }
  const rows = permutations(row)
  const spared = draw.pick([0, 0, 1, 1, 2])
  const needless = clues.filter(clue => !isNeeded(clue, clues, rows)).slice(spared)
  for (const clue of needless) if (!isNeeded(clue, clues, rows)) clues.splice(clues.indexOf(clue), 1)
  return clues.length > MOST_CLUES ? undefined : clues
}

/** Whether a row that no other clue excludes is excluded by this one. */
const isNeeded = (clue: Clue, clues: Clue[], rows: Row[]) =>
  rows.some(row => !holds(clue, row) && clues.every(other => other === clue || holds(other, row)))

/** Nothing, where what is not so is not worth denying. */
function drawClue(draw: Draw, row: Row): Clue | undefined {
  const hint = drawHint(draw, row)
  const chance = draw.integer(1, 8)
  if (!isSo(hint, row)) return chance > 2 ? undefined : { ...hint, told: 'refuted' }
  return chance === 1 ? { ...hint, told: 'confirmed' } : hint
}

export function drawHint(draw: Draw, row: Row): Hint {
  const [one, other, third] = draw.sample(
    row.filter(name => name !== ''),
    3,
  ) as [string, string, string]
  const [seat, second] = draw.sample([...row.keys()], 2).map(at => at + 1) as [number, number]
  const kinds = [
    'left',
    'left',
    'beside',
    'beside',
    'gap',
    'gap',
    'end',
    'seat',
    'either',
    'parity',
    'between',
    'threes',
  ]
  switch (draw.pick(kinds)) {
    case 'left':
      return { kind: 'left', one, other }
    case 'beside':
      return { kind: draw.pick(['next', 'next', 'apart'] as const), one, other }
    case 'gap':
      return { kind: 'gap', one, other, between: draw.integer(1, row.length - 3) }
    case 'end':
      return { kind: draw.pick(['end', 'inner'] as const), one }
    case 'seat':
      return { kind: 'seat', one, seat }
    case 'either':
      return { kind: 'either', one, seats: [seat, second] }
    case 'parity':
      return { kind: draw.pick(['even', 'odd'] as const), one }
    default:
      return { kind: draw.pick(['between', 'threes'] as const), one, other, third }
  }
}
