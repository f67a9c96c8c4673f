import { type LimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from '../../../concurrency/resource-limits.ts'

/** Data that clients make the process hold, in order of arrival; the oldest is dropped when the budget is exceeded. */
export interface ByteBudget<Item> {
  items: Iterable<Item>
  add(item: Item): void
  /** `false` if it is no longer held. */
  grow(item: Item, bytes: number): boolean
  release(item: Item): void
  /** Drops it because of this limit. */
  endOverLimit(item: Item, limit: ResourceLimitName): void
  /** Drops the oldest matching entries until they are within the limit. */
  evictOldest(limit: ResourceLimitName, isMeant: (item: Item) => boolean): void
}

/** `limit` applies to the whole process. */
export function createByteBudget<Item extends { bytes: number }>(
  { watch, recordRejection }: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  limit: 'body_bytes' | 'unread_bytes',
  end: (item: Item) => void,
): ByteBudget<Item> {
  const held = new Set<Item>()
  let total = 0
  watch(limit, () => total)

  function leave(item: Item): void {
    if (held.delete(item)) total -= item.bytes
  }

  function cut(item: Item, over: ResourceLimitName): void {
    recordRejection(over)
    leave(item)
    end(item)
  }

  return {
    items: held,
    release: leave,
    endOverLimit: cut,
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
    evictOldest(over, isMeant) {
      const { limit } = RESOURCE_LIMITS[over]
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
