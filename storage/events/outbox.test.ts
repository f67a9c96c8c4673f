import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { DatabaseUnavailable, type Db } from '../db/db.ts'
import { deleteOutlived } from '../partitions/partition-upkeep.ts'
import { EVENTS } from '../partitions/partitioned-tables.ts'
import {
  type EventPosition,
  findLastPosition,
  findPositionsAfter,
  findSeqBefore,
  hasUnsequenced,
  insertEvents,
  lastSeq,
  type NewEvent,
  SEQUENCE_BATCH,
  sequenceOutbox,
} from './outbox.ts'
import { findEventPages, findEventsAfter } from './visible-events.ts'

const database = useDatabase(test)
const CREATED = new Date('2026-03-01T10:00:00.123Z')
const SEQUENCED = new Date('2026-03-01T10:00:01Z')

const event = (recipient: string, body: object = {}): NewEvent => ({
  recipient,
  event_id: randomUUID(),
  type: 'agent.mentioned',
  body,
})

async function log(db: Db, events: NewEvent[], now = SEQUENCED) {
  await insertEvents(db, events, CREATED)
  while ((await sequenceOutbox(db, now)) > 0);
}

test.serial('an event is read from the log as it was written', async t => {
  const { db } = database()
  const recipient = randomUUID()
  const body = { text: `"quoted" \\back\\ {a,b} NULL 'x' \n é 日本 🤖`, list: [1, null, { deep: true }], empty: '' }
  const written = event(recipient, body)
  await log(db, [written])
  t.deepEqual(
    [...(await findEventsAfter(db, recipient, 0, 10))],
    [
      {
        seq: 1,
        event_id: written.event_id,
        type: 'agent.mentioned',
        body,
        created_at: '2026-03-01T10:00:00.123Z',
        sequenced_at: '2026-03-01T10:00:01.000Z',
        handled_by: null,
      },
    ],
  )
})

test.serial('the events of a recipient are numbered from 1 without gaps, in the order of writing', async t => {
  const { db } = database()
  const [ann, bob] = [randomUUID(), randomUUID()]
  await log(
    db,
    [ann, bob, ann, ann].map((recipient, n) => event(recipient, { n })),
  )
  await log(
    db,
    [bob, ann].map((recipient, n) => event(recipient, { n: n + 4 })),
  )
  const read = async (recipient: string) =>
    (await findEventsAfter(db, recipient, 0, 10)).map(({ seq, body }) => [seq, (body as { n: number }).n])
  t.deepEqual(await read(ann), [
    [1, 0],
    [2, 2],
    [3, 3],
    [4, 5],
  ])
  t.deepEqual(await read(bob), [
    [1, 1],
    [2, 4],
  ])
  t.is(await lastSeq(db, ann), 4)
  t.is(await lastSeq(db, randomUUID()), 0)
})

test.serial('nothing is written for no events', async t => {
  const { db } = database()
  await insertEvents(db, [], CREATED)
  t.is(await sequenceOutbox(db, SEQUENCED), 0)
})

test.serial('the sequencer moves one batch at a time and sends one notification for each', async t => {
  const { db, openAnother } = database()
  const recipient = randomUUID()
  const count = SEQUENCE_BATCH + 500
  const notified: string[] = []
  const listener = openAnother({ max: 1 })
  await listener.listen(
    'inbox',
    payload => notified.push(payload),
    () => {},
  )
  await insertEvents(
    db,
    Array.from({ length: count }, (_, n) => event(recipient, { n })),
    CREATED,
  )
  t.is(await sequenceOutbox(db, SEQUENCED), SEQUENCE_BATCH)
  t.is(await sequenceOutbox(db, SEQUENCED), 500)
  t.is(await sequenceOutbox(db, SEQUENCED), 0)
  const events = await findEventsAfter(db, recipient, 0, count)
  t.true(events.every(({ seq, body }, n) => seq === n + 1 && (body as { n: number }).n === n))
  const positions = await positionsOf(db, recipient)
  t.true(positions.every(({ seq }, n) => seq === n + 1))
  await new Promise<void>(resolve => {
    const look = () => (notified.length >= 2 ? resolve() : setImmediate(look))
    look()
  })
  t.deepEqual(notified, [String(positions[SEQUENCE_BATCH - 1]?.position), String(positions.at(-1)?.position)])
  t.is(positions.at(-1)?.position, await findLastPosition(db))
})

async function positionsOf(db: Db, recipient: string): Promise<EventPosition[]> {
  return (await findPositionsAfter(db, 0, 0, 1_000_000)).filter(row => row.recipient === recipient)
}

test.serial('one statement serves many readers, each from its position', async t => {
  const { db } = database()
  const [ann, bob, cy] = [randomUUID(), randomUUID(), randomUUID()]
  await log(
    db,
    [ann, ann, ann, bob].map(recipient => event(recipient)),
  )
  const places: [string, number][] = [
    [ann, 1],
    [cy, 0],
    [ann, 0],
    [bob, 1],
    [bob, 0],
  ]
  const pages = await findEventPages.run(
    db,
    places.map(([recipient, after]) => ({ recipient, after, limit: 2 })),
  )
  t.deepEqual(
    pages.map(page => page.map(({ seq }) => seq)),
    [[2, 3], [], [1, 2], [], [1]],
  )
  t.deepEqual(pages[2], [...(await findEventsAfter(db, ann, 0, 2))])
})

test.serial(
  'committed events wait in the outbox until a sequencer has run; uncommitted ones are invisible',
  async t => {
    const { db } = database()
    const recipient = randomUUID()
    await t.throwsAsync(
      db.transaction(async tx => {
        await insertEvents(tx, [event(recipient)], CREATED)
        t.false(await hasUnsequenced(db, recipient))
        throw new Error('rolled back')
      }),
      { message: 'rolled back' },
    )
    t.false(await hasUnsequenced(db, recipient))
    await insertEvents(db, [event(recipient)], CREATED)
    t.true(await hasUnsequenced(db, recipient))
    t.is(await sequenceOutbox(db, SEQUENCED), 1)
    t.false(await hasUnsequenced(db, recipient))
  },
)

test.serial('the newest event before a time is found, also in a log whose beginning was deleted', async t => {
  const { db } = database()
  const [ann, bob] = [randomUUID(), randomUUID()]
  const at = (tick: number) => new Date(SEQUENCED.getTime() + 1_000 * tick)
  const ticks = [1, 1, 1, 2, 4, 4, 5, 5, 5, 5, 9]
  for (const tick of new Set(ticks)) {
    const events = ticks.filter(each => each === tick).map(() => event(ann))
    await log(db, [event(bob), ...events], at(tick))
  }
  const found = async () => {
    const seqs = []
    for (let tick = 0; tick <= 10; tick++) seqs.push(await findSeqBefore(db, ann, at(tick)))
    return seqs
  }
  t.deepEqual(await found(), [0, 0, 3, 4, 4, 6, 10, 10, 10, 10, 11])
  await db.many(SQL`delete from inbox where recipient = ${ann} and sequenced_at < ${at(4)}`)
  t.deepEqual(await found(), [4, 4, 4, 4, 4, 6, 10, 10, 10, 10, 11])
  t.is(await findSeqBefore(db, randomUUID(), at(10)), 0)
})

test.serial('old events are deleted in batches, and numbers are not reused', async t => {
  const { db } = database()
  const recipient = randomUUID()
  const old = new Date('2025-01-01T00:00:00Z')
  await log(
    db,
    Array.from({ length: 5 }, () => event(recipient)),
    old,
  )
  await log(db, [event(recipient)])
  const before = new Date('2025-01-02T00:00:00Z')
  t.is(await deleteOutlived(db, EVENTS, before, 3), 3)
  t.deepEqual(
    (await findEventsAfter(db, recipient, 0, 10)).map(({ seq }) => seq),
    [4, 5, 6],
  )
  t.is(await deleteOutlived(db, EVENTS, before, 3), 2)
  t.is(await deleteOutlived(db, EVENTS, before, 3), 0)
  await log(db, [event(recipient)])
  t.deepEqual(
    (await findEventsAfter(db, recipient, 0, 10)).map(({ seq }) => seq),
    [6, 7],
  )
})

interface Committed {
  recipient: string
  event_id: string
}

/**
 * One writer: 30 times it leaves a transaction open with events written, commits and rolls back others meanwhile, runs
 * the sequencer past it, and only then ends it. Answers what it committed.
 */
async function write(db: Db, drainDb: Db, writer: number, recipients: string[]): Promise<Committed[]> {
  const committed: Committed[] = []
  const events = (n: number) =>
    Array.from({ length: 1 + (n % 3) }, (_, k) => event(recipients[(n + k + writer) % recipients.length] ?? ''))
  const transact = async (n: number, isKept: boolean, beforeEnd: () => Promise<void> = async () => {}) => {
    const written = events(n)
    const outcome = db.transaction(async tx => {
      await insertEvents(tx, written, CREATED)
      await beforeEnd()
      if (!isKept) throw new RollBack()
    })
    await outcome.then(
      () => committed.push(...written),
      error => {
        if (!(error instanceof RollBack)) throw error
      },
    )
  }
  for (let n = writer; n < writer + 30; n++) {
    await transact(n, n % 4 !== 0, async () => {
      await transact(n + 1, true)
      await transact(n + 2, n % 3 !== 0)
      await drain(drainDb)
      await transact(n + 3, true)
    })
    if (n % 9 === 0) await killSequencers(db)
  }
  return committed
}

class RollBack extends Error {}

async function drain(db: Db) {
  await sequenceOutbox(db, SEQUENCED).catch(error => {
    if (!(error instanceof DatabaseUnavailable)) throw error
  })
}

async function killSequencers(db: Db) {
  await db.many(SQL`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'colloquy drain' and datname = current_database()`)
}

test.serial(
  'two sequencers among writers that pause, roll back and lose connections neither lose nor repeat events',
  async t => {
    const { db, openAnother } = database()
    const recipients = Array.from({ length: 5 }, () => randomUUID())
    const processes = [0, 1].map(() => ({
      db: openAnother({ max: 12 }),
      drainDb: openAnother({ name: 'drain', max: 4 }),
    }))
    const start = await findLastPosition(db)
    const seen: EventPosition[] = []
    let isWriting = true
    const reading = (async () => {
      for (let isLast = false; !isLast; ) {
        isLast = !isWriting
        seen.push(...(await findPositionsAfter(db, seen.at(-1)?.position ?? start, SEQUENCED.getTime(), 10_000)))
      }
    })()
    const writing = [0, 1, 2, 3, 4, 5].map(async writer => {
      const process = processes[writer % 2]
      return process ? await write(process.db, process.drainDb, writer, recipients) : []
    })
    const committed = (await Promise.all(writing)).flat()
    while (await db.maybeOne(SQL`select 1 from outbox`)) await drain(db)
    isWriting = false
    await reading
    for (const recipient of recipients) {
      const logged = await findEventsAfter(db, recipient, 0, 10_000)
      t.deepEqual(
        logged.map(({ event_id }) => event_id).sort(),
        committed
          .filter(row => row.recipient === recipient)
          .map(({ event_id }) => event_id)
          .sort(),
      )
      t.true(logged.every(({ seq }, index) => seq === index + 1))
      t.deepEqual(
        seen.filter(row => row.recipient === recipient).map(({ seq }) => seq),
        logged.map(({ seq }) => seq),
        'a reader that goes by position misses none and reads each recipient in order',
      )
    }
  },
)
