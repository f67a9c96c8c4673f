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
  /** Where it is asked which logs have grown. */
  db: Db
  /** A pool of its own for the sequencer and the notifications; whoever opened it closes it after `stop`. */
  drainDb: Db
  /** Where the events are read that followers lack; `db` where nothing is said. */
  readDb?: Db
  /** In ms since 1970. */
  clock(): number
  log: Logger
}

/** Brings committed events into their recipients' logs, and the logs to those who follow them. */
export interface Outbox {
  /** Call after each commit that wrote events. */
  wake(): void
  /** Listens to other processes and sweeps every second. Does not fail while the database is away. */
  start(): Promise<void>
  /** Closes all followers and lets what runs finish. */
  stop(): Promise<void>
  /** After it, the recipient's log holds all that was committed for it before. Rejects as the database does. */
  settle(recipient: string): Promise<void>
  /** Hands over every event after number `after`, a whole number: logged ones, then new ones; in order, none twice. */
  follow(recipient: string, after: number, listener: EventListener): Subscription
  /** Does at once what else happens every second: numbers what a killed process left, reads what was not notified. */
  sweep(): Promise<void>
  /** How long committed events may have waited for their numbers, in ms. */
  lagMs(): number
  subscriberCount(): number
}

const SWEEP_EVERY_MS = 1_000
/** So long after a run that commits asked for, what is committed meanwhile waits, to be numbered together. */
const REST_MS = 5
/** Events set aside one after the other. */
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

/** One event that cannot be numbered holds up no other: it is found by halves, and set aside. */
async function sequenceAround({ db, now, log }: SequencingParts, failure: unknown): Promise<number> {
  const aside = await findSetAside(db, OUTBOX_QUEUE, now)
  let inARow = 0
  for (let limit = SEQUENCE_BATCH; ; ) {
    try {
      // What moved stood before the one that is looked for.
      if ((await sequenceOutbox(db, now, { limit, aside })) < limit) return 0
      inARow = 0
    } catch (error) {
      if (error instanceof UnansweredStatement) throw error
      if (limit > 1) {
        limit = Math.floor(limit / 2)
        continue
      }
      const id = await findFirstUnsequenced(db, aside)
      // Where one after the other fails, it is not for what they say.
      if (id === undefined || ++inARow > IN_A_ROW) throw failure
      const { attempts } = await setAside(db, OUTBOX_QUEUE, id, now)
      if (attempts === 1) log.warn({ err: error, event: id }, 'an event could not be sequenced and was set aside')
      aside.push(id)
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
  // The driver repeats a failed attempt and calls onListen when it gets through.
  await drainDb.listen(INBOX_CHANNEL, onNotify, onListen).catch(error => {
    log.warn({ err: error }, 'listening for events failed')
  })
}
