import type { Logger } from 'pino'
import { type CoalescedTask, coalesce } from '../concurrency/coalesced-task.ts'
import type { Queryable } from '../storage/db/db.ts'
import { findLastPosition, findPositionsAfter } from '../storage/events/outbox.ts'
import type { Subscribers } from './log-subscriptions.ts'

const POSITIONS = 1_000

/**
 * One query per process, not per subscriber: which logs have grown. It returns only numbers; the reader fetches the
 * events.
 */
export interface Tail extends CoalescedTask {
  /** False: subscribers know of nothing beyond what they have read, so the next run notifies them all. */
  hasCursor(): boolean
  /** Call if notifications may have been missed, or may come from another database server. */
  resetCursor(): void
  /** Whether subscribers have been notified of this position. */
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
  /** Everything logged after `position` was logged after this time. */
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
