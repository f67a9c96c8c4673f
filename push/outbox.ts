import type { Logger } from 'pino'
import { coalesce } from '../concurrency/coalesced-task.ts'
import { leadingDebounce } from '../concurrency/debounce.ts'
import { type Db, UnansweredStatement } from '../storage/db/db.ts'
import {
  findFirstUnsequenced,
  hasUnsequenced,
  INBOX_CHANNEL,
  OUTBOX_QUEUE,
  SEQUENCE_BATCH,
  sequenceOutbox,
} from '../storage/events/outbox.ts'
import { findSetAside, setAside } from '../storage/jobs/set-aside.ts'
import { createLogReader } from './log-reader.ts'
import { createSubscribers, type EventListener, type Subscription } from './log-subscriptions.ts'
import { createTail, type Tail } from './tail.ts'

export interface OutboxParts {
  /** Pool for querying which logs have grown. */
  db: Db
  /** A pool of its own for the sequencer and the notifications; whoever opened it closes it after `stop`. */
  drainDb: Db
  /** Pool for reading events; `db` by default. */
  readDb?: Db
  /** In ms since 1970. */
  clock(): number
  log: Logger
}

/**
 * Assigns sequence numbers to committed events and delivers the logs to subscribers.
 *
 * Writers insert outbox rows in their own transactions. A run of the sequencer, one at a time in the installation, moves
 * committed rows to the recipients' logs; then all processes are notified of the highest position, read the logs that
 * have grown, and pass new events to subscribers. Notifications only save time: a sweep each second finds what was lost
 * with them. Invariants: a subscriber receives each event once and in order; an event that cannot be sequenced is set
 * aside and delays no other.
 */
export interface Outbox {
  /** Call after each commit that wrote events. */
  wake(): void
  /** Listens for other processes and sweeps every second. Does not fail while the database is not reachable. */
  start(): Promise<void>
  /** Closes all subscribers and waits for runs in progress. */
  stop(): Promise<void>
  /**
   * When it resolves, the recipient's log contains everything that was committed for it before. Rejects if the database
   * fails.
   */
  settle(recipient: string): Promise<void>
  /** Delivers every event after number `after`: logged ones, then new ones; in order, without duplicates. */
  follow(recipient: string, after: number, listener: EventListener): Subscription
  /**
   * Runs the sweep that otherwise runs every second: sequences events of a killed process, and reads what was not
   * notified.
   */
  sweep(): Promise<void>
  /** How long committed events may have waited for their sequence numbers, in ms. */
  lagMs(): number
  subscriberCount(): number
}

const SWEEP_EVERY_MS = 1_000
/** After a run, commits are collected for this time and sequenced together. */
const REST_MS = 5
/** Maximum consecutive events that are set aside. */
const IN_A_ROW = 16

export function createOutbox({ db, drainDb, readDb = db, clock, log }: OutboxParts): Outbox {
  const followers = createSubscribers()
  const reader = createLogReader(readDb, followers, log)
  const tail = createTail({ db, followers, reader, clock, log })
  let undrainedSince: number | undefined
  const drain = coalesce('numbering events', log, async () => {
    undrainedSince ??= clock()
    while ((await sequence({ db: drainDb, now: new Date(clock()), log })) === SEQUENCE_BATCH);
    undrainedSince = undefined
  })
  const debouncedDrain = leadingDebounce(REST_MS, () => drain.runLogged())
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function sweep() {
    if (!isStopped) await Promise.all([drain.runLogged(), tail.runLogged()])
  }

  return {
    wake: debouncedDrain.call,
    async start() {
      timer = setInterval(sweep, SWEEP_EVERY_MS)
      timer.unref()
      await listen(drainDb, tail, log)
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      debouncedDrain.stop()
      followers.closeAll()
      await Promise.all([drain.idle(), tail.idle(), reader.idle()])
    },
    async settle(recipient) {
      if (await hasUnsequenced(db, recipient)) await drain.run()
    },
    follow(recipient, after, listener) {
      if (!Number.isSafeInteger(after) || after < 0) throw new RangeError('a sequence number must be an integer')
      const follower = followers.add(recipient, after, listener)
      if (isStopped) follower.close()
      else void (tail.hasCursor() ? reader : tail).runLogged()
      return follower
    },
    sweep,
    lagMs: () => (undrainedSince === undefined ? 0 : clock() - undrainedSince),
    subscriberCount: followers.count,
  }
}

interface SequencingParts {
  db: Db
  now: Date
  log: Logger
}

async function sequence(work: SequencingParts): Promise<number> {
  try {
    return await sequenceOutbox(work.db, work.now)
  } catch (error) {
    if (error instanceof UnansweredStatement) throw error
    return await sequenceAround(work, error)
  }
}

/** An event that cannot be sequenced delays no other: it is found by bisection and set aside. */
async function sequenceAround({ db, now, log }: SequencingParts, failure: unknown): Promise<number> {
  const skipped = await findSetAside(db, OUTBOX_QUEUE, now)
  let inARow = 0
  for (let limit = SEQUENCE_BATCH; ; ) {
    try {
      // Everything that was sequenced stood before the faulty event.
      if ((await sequenceOutbox(db, now, { limit, skipped })) < limit) return 0
      inARow = 0
    } catch (error) {
      if (error instanceof UnansweredStatement) throw error
      if (limit > 1) {
        limit = Math.floor(limit / 2)
        continue
      }
      const id = await findFirstUnsequenced(db, skipped)
      // If one after the other fails, the cause is not their content.
      if (id === undefined || ++inARow > IN_A_ROW) throw failure
      const { attempts } = await setAside(db, OUTBOX_QUEUE, id, now)
      if (attempts === 1) log.warn({ err: error, event: id }, 'an event could not be sequenced and was set aside')
      skipped.push(id)
      limit = SEQUENCE_BATCH
    }
  }
}

async function listen(drainDb: Db, tail: Tail, log: Logger) {
  const onNotify = (position: string) => {
    if (!tail.covers(Number(position))) void tail.runLogged()
  }
  const onListen = () => {
    tail.resetCursor()
    void tail.runLogged()
  }
  // The driver retries a failed attempt and calls onListen when it succeeds.
  await drainDb.listen(INBOX_CHANNEL, onNotify, onListen).catch(error => {
    log.warn({ err: error }, 'listening for events failed')
  })
}
