import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import pino from 'pino'
import { SQL } from 'sql-template-strings'
import { DatabaseUnavailable, type Db, type DbOptions, openDb } from '../storage/db.ts'
import { findEventsAfter, hasUnsequenced, insertEvents, type LoggedEvent } from '../storage/outbox.ts'
import { useDatabase } from '../storage/testing.ts'
import type { Listener } from './followers.ts'
import { type Outbox, openOutbox } from './outbox.ts'

const database = useDatabase(test)
const NOW = Date.parse('2026-03-01T10:00:00Z')
const log = pino({ level: 'silent' })

/** The events part of a process, with pools of its own; nothing happens in it unasked until it is started. */
function openProcess(t: ExecutionContext, clock = () => NOW): Outbox {
  const { openAnother } = database()
  const outbox = openOutbox({
    db: openAnother({ name: 'reads' }),
    drainDb: openAnother({ name: 'drain', max: 2 }),
    clock,
    log,
  })
  t.teardown(() => outbox.stop())
  return outbox
}

let written = 0
async function emit(db: Pick<Db, 'many'>, recipient: string, count = 1) {
  const events = Array.from({ length: count }, () => ({
    recipient,
    event_id: randomUUID(),
    type: 'agent.mentioned',
    body: { n: written++ },
  }))
  await insertEvents(db as Db, events, new Date(NOW))
}

/** Numbers and delivers all that is committed. */
async function settleAll(...outboxes: Outbox[]) {
  for (const outbox of outboxes) await outbox.sweep()
  for (const outbox of outboxes) await outbox.sweep()
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

function collect(outbox: Outbox, recipient: string, after = 0) {
  const seqs: number[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const following = outbox.follow(recipient, after, ({ seq }) => {
    seqs.push(seq)
    for (const { count, resolve } of waiting) if (seqs.length >= count) resolve()
  })
  const until = (count: number) =>
    new Promise<void>(resolve => {
      waiting.push({ count, resolve })
      if (seqs.length >= count) resolve()
    })
  return { seqs, until, close: () => following.close() }
}

test.serial('a follower gets what is logged and then what comes, in order, each once', async t => {
  const { db } = database()
  const outbox = openProcess(t)
  const recipient = randomUUID()
  await emit(db, recipient, 450)
  await settleAll(outbox)
  const all = collect(outbox, recipient)
  const late = collect(outbox, recipient, 448)
  await emit(db, recipient, 2)
  await settleAll(outbox)
  await emit(db, recipient)
  await settleAll(outbox)
  await settleAll(outbox)
  await all.until(453)
  t.deepEqual(all.seqs, numbers(1, 453))
  t.deepEqual(late.seqs, numbers(449, 453))
})

test.serial('a follower sees the event and nothing of other recipients or of the order of all events', async t => {
  const { db } = database()
  const outbox = openProcess(t)
  const recipient = randomUUID()
  await emit(db, randomUUID())
  await emit(db, recipient)
  await settleAll(outbox)
  const event = await new Promise<LoggedEvent>(resolve => outbox.follow(recipient, 0, resolve))
  t.deepEqual(Object.keys(event).sort(), ['body', 'created_at', 'event_id', 'seq', 'sequenced_at', 'type'])
  t.deepEqual(event, (await findEventsAfter(db, recipient, 0, 1))[0])
})

test.serial('events numbered by one process reach followers on another, and a stream resumes anywhere', async t => {
  const { db } = database()
  const [writer, first, second] = [openProcess(t), openProcess(t), openProcess(t)]
  await Promise.all([first.start(), second.start()])
  const recipient = randomUUID()
  const before = collect(first, recipient)
  await emit(db, recipient, 3)
  writer.wake()
  await before.until(3)
  before.close()
  await emit(db, recipient, 3)
  writer.wake()
  const after = collect(second, recipient, before.seqs.at(-1))
  await after.until(3)
  await emit(db, recipient)
  writer.wake()
  await after.until(4)
  t.deepEqual(before.seqs, [1, 2, 3])
  t.deepEqual(after.seqs, [4, 5, 6, 7])
})

test.serial('a sweep numbers what a killed process left behind', async t => {
  const { db } = database()
  const outbox = openProcess(t)
  const recipient = randomUUID()
  await emit(db, recipient)
  t.true(await hasUnsequenced(db, recipient))
  await outbox.sweep()
  t.false(await hasUnsequenced(db, recipient))
})

test.serial(
  'after settling, the log holds all that was committed for the recipient, also while others write',
  async t => {
    const { db } = database()
    const outbox = openProcess(t)
    const recipients = numbers(1, 20).map(() => randomUUID())
    for (const round of [1, 2, 3]) {
      await Promise.all(
        recipients.map(async recipient => {
          await emit(db, recipient)
          outbox.wake()
          await emit(db, recipient)
          await outbox.settle(recipient)
          const events = await findEventsAfter(db, recipient, 0, 10)
          t.is(events.length, 2 * round)
        }),
      )
    }
  },
)

test.serial('a slow listener gets one event at a time, all in the end, and delays nobody', async t => {
  const { db } = database()
  const outbox = openProcess(t)
  const recipient = randomUUID()
  const seqs: number[] = []
  let release = () => {}
  const calls: (() => void)[] = []
  const called = () => new Promise<void>(resolve => calls.push(resolve))
  outbox.follow(recipient, 0, ({ seq }) => {
    seqs.push(seq)
    for (const resolve of calls.splice(0)) resolve()
    return new Promise(resolve => {
      release = resolve
    })
  })
  const other = collect(outbox, recipient)
  await emit(db, recipient, 300)
  await settleAll(outbox)
  await other.until(300)
  t.deepEqual(seqs, [1])
  await emit(db, recipient, 10)
  await settleAll(outbox)
  await other.until(310)
  t.deepEqual(seqs, [1])
  for (const seq of numbers(2, 310)) {
    const next = called()
    release()
    await next
    t.is(seqs.at(-1), seq)
  }
  t.deepEqual(seqs, numbers(1, 310))
})

const failing: Record<string, (seq: number) => Listener> = {
  'throws at once': last => event => {
    if (event.seq === last) throw new Error('broken')
  },
  'rejects at once': last => async event => {
    if (event.seq === last) throw new Error('broken')
  },
  'rejects late': last => async event => {
    for (let turns = 0; event.seq === last && turns < 5; turns++) await new Promise(resolve => setImmediate(resolve))
    if (event.seq === last) throw new Error('broken')
  },
}

for (const [title, listener] of Object.entries(failing)) {
  test.serial(`a listener that ${title} gets nothing more and harms no other`, async t => {
    const { db } = database()
    const outbox = openProcess(t)
    const recipient = randomUUID()
    const seqs: number[] = []
    const fail = listener(3)
    outbox.follow(recipient, 0, async event => {
      seqs.push(event.seq)
      await fail(event)
    })
    const other = collect(outbox, recipient)
    await emit(db, recipient, 5)
    await settleAll(outbox)
    await other.until(5)
    while (outbox.followers() > 1) await outbox.sweep()
    await emit(db, recipient)
    await settleAll(outbox)
    await other.until(6)
    t.deepEqual(other.seqs, numbers(1, 6))
    t.deepEqual(seqs, [1, 2, 3])
  })
}

test.serial('a closed follower gets nothing more, not even the rest of what was read for it', async t => {
  const { db } = database()
  const outbox = openProcess(t)
  const recipient = randomUUID()
  await emit(db, recipient, 5)
  await settleAll(outbox)
  const seqs: number[] = []
  const following = outbox.follow(recipient, 0, ({ seq }) => {
    seqs.push(seq)
    if (seq === 2) following.close()
  })
  const unused = collect(outbox, recipient)
  unused.close()
  const other = collect(outbox, recipient)
  await other.until(5)
  await emit(db, recipient)
  await settleAll(outbox)
  await other.until(6)
  t.deepEqual(seqs, [1, 2])
  t.deepEqual(unused.seqs, [])
  t.is(outbox.followers(), 1)
  following.close()
  t.is(outbox.followers(), 1)
})

test.serial('a stopped outbox has no followers and does nothing', async t => {
  const { db } = database()
  const outbox = openProcess(t)
  await outbox.start()
  const recipient = randomUUID()
  const follower = collect(outbox, recipient)
  await outbox.stop()
  t.is(outbox.followers(), 0)
  await emit(db, recipient)
  outbox.wake()
  await outbox.sweep()
  const late = collect(outbox, recipient)
  await openProcess(t).sweep()
  t.is(outbox.followers(), 0)
  t.deepEqual([...follower.seqs, ...late.seqs], [])
})

test.serial('a number that cannot be one is refused before it can harm other followers', t => {
  const outbox = openProcess(t)
  for (const after of [-1, 1.5, Number.NaN, 2 ** 60]) {
    t.throws(() => outbox.follow(randomUUID(), after, () => {}), { instanceOf: RangeError })
  }
  t.is(outbox.followers(), 0)
})

test.serial('thousands follow one process', async t => {
  const { db } = database()
  const outbox = openProcess(t)
  const followers = numbers(1, 2_000).map(() => {
    const recipient = randomUUID()
    return { recipient, ...collect(outbox, recipient) }
  })
  await insertEvents(
    db,
    followers.flatMap(({ recipient }) =>
      numbers(1, 3).map(n => ({ recipient, event_id: randomUUID(), type: 'agent.mentioned', body: { n } })),
    ),
    new Date(NOW),
  )
  await settleAll(outbox)
  await Promise.all(followers.map(({ until }) => until(3)))
  t.true(followers.every(({ seqs }) => seqs.join() === '1,2,3'))
})

async function killConnections(db: Db) {
  await db.many(SQL`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name in ('colloquy drain', 'colloquy reads') and datname = current_database()`)
}

test.serial(
  'among rollbacks, open transactions and killed connections every follower gets all, once and in order',
  async t => {
    const { openAnother } = database()
    const db = openAnother({ max: 12 })
    const outboxes = [openProcess(t), openProcess(t)]
    const [first, second] = outboxes as [Outbox, Outbox]
    await Promise.all(outboxes.map(outbox => outbox.start()))
    const recipients: string[] = numbers(1, 4).map(() => randomUUID())
    const streams = recipients.flatMap(recipient =>
      outboxes.map(outbox => ({ recipient, after: 0, ...collect(outbox, recipient) })),
    )
    const counts = new Map(recipients.map(recipient => [recipient, 0]))
    const write = async (writer: number) => {
      for (const n of numbers(1, 40)) {
        const recipient = recipients[(n + writer) % recipients.length] ?? ''
        const isKept = n % 5 !== 0
        const outcome = db.transaction(async tx => {
          await emit(tx, recipient, 2)
          if (n % 4 === 0) await first.sweep()
          if (!isKept) throw new Error('rolled back')
        })
        await outcome.then(
          () => counts.set(recipient, (counts.get(recipient) ?? 0) + 2),
          error => t.is(error.message, 'rolled back'),
        )
        ;(n % 2 === 0 ? first : second).wake()
        if (writer === 0 && n % 8 === 0) await killConnections(db)
        if (writer === 1 && n % 8 === 0) {
          const after = streams.find(stream => stream.recipient === recipient)?.seqs.at(-1) ?? 0
          streams.push({ recipient, after, ...collect(second, recipient, after) })
        }
      }
    }
    await Promise.all([0, 1, 2, 3].map(write))
    await Promise.all(streams.map(({ recipient, after, until }) => until((counts.get(recipient) ?? 0) - after)))
    for (const { recipient, after, seqs } of streams) t.deepEqual(seqs, numbers(after + 1, counts.get(recipient) ?? 0))
  },
)

/** A way to the database that can be interrupted. */
async function openPassage(t: ExecutionContext) {
  const { address, openAnother } = database()
  if (!('socketDir' in address)) throw new Error('the test database is reached through a socket')
  const target = path.join(address.socketDir, `.s.PGSQL.${address.port}`)
  const socketDir = await mkdtemp(path.join(tmpdir(), 'passage-'))
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
  })
  const open = () => new Promise<void>(resolve => server.listen(path.join(socketDir, '.s.PGSQL.1'), resolve))
  const close = async () => {
    const closed = new Promise(resolve => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const opened: Db[] = []
  t.teardown(async () => {
    await Promise.all(opened.map(db => db.close()))
    if (server.listening) await close()
    await rm(socketDir, { recursive: true })
  })
  const openThrough = (options: Partial<DbOptions>) => {
    const db = openDb(
      { ...address, socketDir, port: 1 },
      { name: 'test', max: 2, statementTimeoutMs: 5_000, ...options },
    )
    opened.push(db)
    return db
  }
  return { open, close, openThrough, direct: openAnother() }
}

test.serial('nothing is lost or repeated when the database goes away and comes back', async t => {
  const passage = await openPassage(t)
  await passage.open()
  let now = NOW
  const db = passage.openThrough({ max: 4 })
  const outbox = openOutbox({ db, drainDb: passage.openThrough({ name: 'drain' }), clock: () => now, log })
  t.teardown(() => outbox.stop())
  await outbox.start()
  const recipient = randomUUID()
  const early = collect(outbox, recipient)
  await emit(passage.direct, recipient, 3)
  outbox.wake()
  await early.until(3)

  await passage.close()
  await emit(passage.direct, recipient, 3)
  await outbox.sweep()
  now += 5_000
  t.is(outbox.lagMs(), 5_000)
  await t.throwsAsync(outbox.settle(recipient), { instanceOf: DatabaseUnavailable })
  const late = collect(outbox, recipient, 2)

  await passage.open()
  await Promise.all([early.until(6), late.until(4)])
  await outbox.sweep()
  t.is(outbox.lagMs(), 0)
  await emit(passage.direct, recipient)
  outbox.wake()
  await Promise.all([early.until(7), late.until(5)])
  t.deepEqual(early.seqs, numbers(1, 7))
  t.deepEqual(late.seqs, numbers(3, 7))
})

test.serial('an outbox that starts before its database works once that is there', async t => {
  const passage = await openPassage(t)
  const outbox = openOutbox({
    db: passage.openThrough({ max: 4 }),
    drainDb: passage.openThrough({ name: 'drain' }),
    clock: () => NOW,
    log,
  })
  t.teardown(() => outbox.stop())
  await outbox.start()
  const recipient = randomUUID()
  const follower = collect(outbox, recipient)
  await emit(passage.direct, recipient, 2)
  await passage.open()
  await follower.until(2)
  t.deepEqual(follower.seqs, [1, 2])
})
