import { TURN_REFUSALS } from '../../tools/kernel/problems/turn-refusals.ts'
import { openBudgetUse } from '../../turns/budgets.ts'
import { openTurns } from '../../turns/turns.ts'
import { makeMeans } from '../doubles/means.ts'

export const idOf = (n: number) => `0199aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`
export const CROWD = [1, 2, 3, 4, 5, 6, 7, 8].map(idOf)
export const OTHERS = [9, 10].map(idOf)

/** Clients whose calls end when they are told to, or at once. */
export function openCrowd() {
  const clock = makeMeans()
  const budgets = openBudgetUse()
  const turns = openTurns(budgets, clock, TURN_REFUSALS)
  const ends: (() => void)[] = []
  return {
    turns,
    clock,
    ends,
    begun: () => ends.length,
    run: (name: string) => turns.run(name, async () => {}),
    hold: (name: string) => turns.run(name, () => new Promise<void>(resolve => ends.push(resolve))),
    used: () => Object.fromEntries(budgets.used()),
  }
}
