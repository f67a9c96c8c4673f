import { BUDGETS, type BudgetName, type BudgetUse } from './budgets.ts'

/** Whoever asks for what is under way in this process waits for that, and has what comes of it. */
export interface Joint {
  /** Refuses one more than the budget has room for. */
  run<Done>(key: string, work: () => Promise<Done>): Promise<Done>
}

/** `refuse` makes what refuses one more. */
export function openJoint(
  { watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>,
  budget: BudgetName,
  refuse: () => Error,
): Joint {
  const underWay = new Map<string, Promise<unknown>>()
  watch(budget, () => underWay.size)

  return {
    async run<Done>(key: string, work: () => Promise<Done>) {
      const known = underWay.get(key) as Promise<Done> | undefined
      if (known) return await known
      if (underWay.size >= BUDGETS[budget].limit) {
        overdraw(budget)
        throw refuse()
      }
      const done = work().finally(() => underWay.delete(key))
      underWay.set(key, done)
      return await done
    },
  }
}
