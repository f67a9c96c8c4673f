import type { Logger } from 'pino'
import { type CoalescedTask, coalesce } from '../concurrency/coalesced-task.ts'
import type { Queryable } from '../storage/db/db.ts'
import { findLastPosition, findPositionsAfter } from '../storage/events/outbox.ts'
import type { Subscribers } from './log-subscriptions.ts'

const POSITIONS = 1_000

/** One query a process, not one a follower: which logs have grown. Only numbers; the events are the reader's. */
export interface Tail extends CoalescedTask {
  /** False: followers know of nothing that comes later than what they have read, so the next run tells them all. */
  hasCursor(): boolean
  /** Notifications may have been missed, or come from another database server now. */
  resetCursor(): void
  /** Whether the followers know of this position already. */
  covers(position: number): boolean
}

interface TailParts {
  db: Queryable
  followers: Subscribers
  reader: CoalescedTask
  clock(): number
  log: Logger
}

export function createTail({ db, followers, reader, clock, log }: TailParts): Tail {
  let position = 0
  /** What is logged behind `position` was so after this time. */
  let since = 0
  let isAnchored = false

  async function anchor() {
    isAnchored = true
    position = 0
    since = clock()
    position = await findLastPosition(db).catch(error => {
      isAnchored = false
      throw error
    })
    followers.notifyAll()
  }

  async function readPositions() {
    const begun = clock()
    // The clock may have been set back.
    since = Math.min(since, begun)
    for (;;) {
      const page = await findPositionsAfter(db, position, since, POSITIONS)
      for (const event of page) followers.notify(event.recipient, event.seq)
      position = page.at(-1)?.position ?? position
      if (page.length < POSITIONS) break
    }
    since = begun
  }

  const tailing = coalesce('reading the event log', log, async () => {
    if (followers.count() === 0) isAnchored = false
    else {
      await (isAnchored ? readPositions() : anchor())
      await reader.runLogged()
    }
  })

  return {
    ...tailing,
    hasCursor: () => isAnchored,
    resetCursor() {
      isAnchored = false
    },
    covers: reached => isAnchored && reached <= position,
  }
}
