import { Problem } from '../problems/problems.ts'
import { BUDGETS, type BudgetName, type BudgetUse } from './budgets.ts'

/** Whoever asks for what is under way in this process waits for that, and has what comes of it. */
export interface Joint {
  /** Refuses one more than the budget has room for. */
  run<Done>(key: string, work: () => Promise<Done>): Promise<Done>
}

const RETRY_AFTER_SECONDS = 5

export function openJoint({ watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>, budget: BudgetName): Joint {
  const underWay = new Map<string, Promise<unknown>>()
  watch(budget, () => underWay.size)

  return {
    async run<Done>(key: string, work: () => Promise<Done>) {
      const known = underWay.get(key) as Promise<Done> | undefined
      if (known) return await known
      if (underWay.size >= BUDGETS[budget].limit) {
        overdraw(budget)
        const members = { retry_after_seconds: RETRY_AFTER_SECONDS }
        throw new Problem('service-unavailable', 'Too much of this is under way; try again soon.', members)
      }
      const done = work().finally(() => underWay.delete(key))
      underWay.set(key, done)
      return await done
    },
  }
}
