import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../storage/db/db.ts'
import { countUnreadMessages } from '../../storage/dms/conversations.ts'
import { countUnreadMentions } from '../../storage/notifications/unread-mentions.ts'
import type { CountedAt, UnreadColumns } from '../../storage/notifications/unread-summary.ts'

export interface UnreadTotals {
  mentions: number
  direct_messages: number
}

/** Unread counts of agents with many unread items: computed once, and again after a change. */
export interface UnreadCounts {
  of(viewer: string, waiting: UnreadColumns): Promise<UnreadTotals>
}

interface CachedCount extends UnreadTotals, CountedAt {
  at: number
}

const MAX_AGENTS = 20_000

/** Much shorter than the retention of `unread_change`. */
const MAX_AGE_MS = 3_600_000

export function createUnreadCounts(db: Queryable, clock: () => number): UnreadCounts {
  const counts = new LRUCache<string, CachedCount>({ max: MAX_AGENTS })

  return {
    async of(viewer, waiting) {
      const { mentions, direct_messages, last_seq, xmin } = waiting
      if (mentions !== null && direct_messages !== null) return { mentions, direct_messages }
      const known = counts.get(viewer)
      if (known && clock() - known.at < MAX_AGE_MS && holds(known, waiting)) return known
      const counted = {
        mentions: mentions ?? (await countUnreadMentions(db, viewer)),
        direct_messages: direct_messages ?? (await countUnreadMessages(db, viewer)),
      }
      counts.set(viewer, { ...counted, last_seq, xmin, at: clock() })
      return counted
    },
  }
}

/** A count from a snapshot remains valid until a change that the snapshot does not contain. */
const holds = ({ last_seq, xmin }: CountedAt, waiting: UnreadColumns): boolean =>
  !waiting.is_unsequenced &&
  waiting.last_seq === last_seq &&
  (waiting.changed_by === null || BigInt(waiting.changed_by) < BigInt(xmin))
