import { BUDGETS, type BudgetName, type BudgetUse } from '../../turns/budgets.ts'

/** What clients make the process hold, in the order in which it came; the oldest ends where that is too much. */
export interface HeldBytes<Item> {
  items: Iterable<Item>
  add(item: Item): void
  /** `false` where it is held no more. */
  grow(item: Item, bytes: number): boolean
  leave(item: Item): void
  /** Ends it, for this budget. */
  cut(item: Item, budget: BudgetName): void
  /** Ends the oldest of those that are meant until they are within the budget. */
  bound(budget: BudgetName, isMeant: (item: Item) => boolean): void
}

/** `budget` is that of the whole process. */
export function openHeldBytes<Item extends { bytes: number }>(
  { watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>,
  budget: 'body_bytes' | 'unread_bytes',
  end: (item: Item) => void,
): HeldBytes<Item> {
  const held = new Set<Item>()
  let total = 0
  watch(budget, () => total)

  function leave(item: Item): void {
    if (held.delete(item)) total -= item.bytes
  }

  function cut(item: Item, over: BudgetName): void {
    overdraw(over)
    leave(item)
    end(item)
  }

  return {
    items: held,
    leave,
    cut,
    add(item) {
      held.add(item)
      total += item.bytes
    },
    grow(item, bytes) {
      if (!held.has(item)) return false
      item.bytes += bytes
      total += bytes
      return true
    },
    bound(over, isMeant) {
      const { limit } = BUDGETS[over]
      if (total <= limit) return
      const meant = [...held].filter(isMeant)
      let bytes = meant.reduce((sum, item) => sum + item.bytes, 0)
      for (const item of meant) {
        if (bytes <= limit) return
        bytes -= item.bytes
        cut(item, over)
      }
    },
  }
}
