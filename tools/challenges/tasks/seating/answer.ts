import type { Json } from '../frame/family.ts'
import type { Clue, SeatingPlan } from './plan.ts'

export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]))
}

export function holds(clue: Clue, row: readonly string[]): boolean {
  const one = row.indexOf(clue.one)
  if (!('other' in clue)) return (one === 0 || one === row.length - 1) === (clue.kind === 'end')
  const distance = row.indexOf(clue.other) - one
  if (clue.kind === 'left') return distance > 0
  if (clue.kind === 'gap') return Math.abs(distance) === clue.between + 1
  return (Math.abs(distance) === 1) === (clue.kind === 'next')
}

export function seatingAnswer(plan: SeatingPlan): Json {
  const [before] = permutations(plan.people).filter(row => plan.clues.every(clue => holds(clue, row)))
  const [one, other] = plan.exchange
  const row = before!.map(name => (name === one ? other : name === other ? one : name))
  const seat = row.indexOf(plan.payer)
  const isAtEnd = seat === 0 || seat === row.length - 1
  return {
    [plan.members.order]: plan.isFromRight ? row.toReversed() : row,
    [plan.members.pays]: plan.price.value + plan.step * seat - (isAtEnd ? plan.off : 0),
  }
}
