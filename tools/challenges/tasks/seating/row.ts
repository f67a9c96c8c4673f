import type { Clue, SeatingEvent } from './plan.ts'

/** Who has which seat, from the left; nobody has a seat of no name. */
export type Row = readonly string[]

export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]))
}

/** Whether what a clue says of the row, or denies of it, is so. */
export const holds = (clue: Clue, row: Row): boolean => isSo(clue, row) !== (clue.told === 'refuted')

export function isSo(clue: Clue, row: Row): boolean {
  const one = row.indexOf(clue.one)
  switch (clue.kind) {
    case 'end':
      return one === 0 || one === row.length - 1
    case 'inner':
      return one > 0 && one < row.length - 1
    case 'even':
    case 'odd':
      return (one % 2 === 1) === (clue.kind === 'even')
    case 'seat':
      return one === clue.seat - 1
    case 'either':
      return clue.seats.includes(one + 1)
    default:
      return isSoOfMore(clue, row, one)
  }
}

function isSoOfMore(clue: Extract<Clue, { other: string }>, row: Row, one: number): boolean {
  const other = row.indexOf(clue.other)
  if (clue.kind === 'left') return one < other
  if (clue.kind === 'gap') return Math.abs(one - other) === clue.between + 1
  if (!('third' in clue)) return (Math.abs(one - other) === 1) === (clue.kind === 'next')
  const third = row.indexOf(clue.third)
  if (clue.kind === 'threes') return one < other && other < third
  return Math.min(other, third) < one && one < Math.max(other, third)
}

export const after = (row: Row, events: readonly SeatingEvent[]): Row => events.reduce(moved, row)

function moved(row: Row, event: SeatingEvent): Row {
  const exchanged = (one: number, other: number) => row.with(one, row[other]!).with(other, row[one]!)
  switch (event.kind) {
    case 'swap':
      return exchanged(row.indexOf(event.one), row.indexOf(event.other))
    case 'seats':
      return exchanged(event.seats[0] - 1, event.seats[1] - 1)
    case 'empty':
      return exchanged(row.indexOf(event.one), row.indexOf(''))
    case 'right':
      return [row.at(-1)!, ...row.slice(0, -1)]
    case 'left':
      return [...row.slice(1), row[0]!]
    case 'mirrored':
      return row.toReversed()
    default:
      return row
  }
}
