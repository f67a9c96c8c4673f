import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type CoalescedTask, coalesce } from '../concurrency/coalesced-task.ts'
import type { Queryable } from '../storage/db/db.ts'
import { findEventPages, type LoggedEvent } from '../storage/events/visible-events.ts'
import type { Subscriber, Subscribers } from './log-subscriptions.ts'

/** Subscribers served by one query. */
const READERS = 100
const EVENTS = 300
const EVENTS_EACH = 200
/**
 * Number of events of one query that are delivered, to all subscribers of a log together, in one turn of the event
 * loop.
 */
const HANDINGS = 4 * EVENTS

/**
 * Reads for subscribers that are behind until none is. Replay and live delivery are the same: a page at a time, many
 * subscribers in one query, one query at a time; subscribers at the same position of a log share the rows. A slow
 * subscriber holds no page: what it did not take is read again when it is ready. While the database fails, all stay
 * behind.
 */
export function createLogReader(db: Queryable, followers: Subscribers, log: Logger): CoalescedTask {
  const reading = coalesce('reading events', log, async () => {
    for (let readers = next(); readers.length > 0; readers = next()) await readPages(readers)
  })
  const next = () => followers.takeBehind(READERS)

  async function readPages(readers: Subscriber[]) {
    const cursors = new Map(readers.map(follower => [cursorOf(follower), follower]))
    const limit = Math.min(EVENTS_EACH, Math.ceil(EVENTS / cursors.size), Math.ceil(HANDINGS / readers.length))
    const requests = [...cursors.values()].map(({ recipient, after }) => ({ recipient, after, limit }))
    const found = await findEventPages.run(db, requests).catch(error => {
      for (const follower of readers) followers.release(follower, true)
      throw error
    })
    const pages = new Map([...cursors.keys()].map((cursor, index) => [cursor, found[index] ?? []]))
    let handed = 0
    for (const follower of readers) {
      const page = pages.get(cursorOf(follower)) ?? []
      void finish(follower, hand(follower, page), page.length === limit)
      handed += page.length
      if (handed >= EVENTS) handed = await nextTurn(0)
    }
  }

  async function finish(follower: Subscriber, handing: Promise<Handed>, hasMore: boolean) {
    try {
      const { slow } = await handing
      await slow
      followers.release(follower, hasMore || slow !== undefined)
      if (follower.state === 'behind') void reading.runLogged()
    } catch (error) {
      log.warn({ err: error }, 'a subscriber of the event log failed and was closed')
      follower.close()
    }
  }

  return reading
}

const cursorOf = ({ recipient, after }: Subscriber) => `${recipient} ${after}`

/** Boxed, because a promise of a promise would be awaited as one. */
interface Handed {
  slow?: Promise<void>
}

/** Delivers a page, up to the first event whose listener still waits after a turn of the event loop. */
async function hand(follower: Subscriber, page: LoggedEvent[]): Promise<Handed> {
  for (const event of page) {
    if (follower.state === 'closed') break
    const taken = follower.listener(event)
    follower.after = event.seq
    if (taken && !(await Promise.race([taken.then(() => true), nextTurn(false)]))) return { slow: taken }
  }
  return {}
}
