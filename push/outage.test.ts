import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { DatabaseUnavailable, type Db, type DbOptions, openDb } from '../storage/db/db.ts'
import { collect, emit, NOW, numbers, openProcess, SILENT } from '../testing/fixtures/outbox-processes.ts'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const database = useDatabase(test)

async function killConnections(db: Db) {
  await db.many(SQL`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name in ('colloquy drain', 'colloquy reads') and datname = current_database()`)
}

test.serial('rollbacks, open transactions and killed connections neither lose nor repeat events', async t => {
  const { openAnother } = database()
  const db = openAnother({ max: 12 })
  const outboxes = [openProcess(t, database()), openProcess(t, database())]
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
})

/** A connection to the database that can be interrupted. */
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
      { name: 'test', max: 2, statementTimeoutMs: 100_000, ...options },
    )
    opened.push(db)
    return db
  }
  return { open, close, openThrough, direct: openAnother() }
}

test.serial('nothing is lost or repeated when the database is unavailable and returns', async t => {
  const passage = await openPassage(t)
  await passage.open()
  let now = NOW
  const db = passage.openThrough({ max: 4 })
  const outbox = createOutbox({ db, drainDb: passage.openThrough({ name: 'drain' }), clock: () => now, log: SILENT })
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

test.serial('an outbox that starts before its database works once that is available', async t => {
  const passage = await openPassage(t)
  const outbox = createOutbox({
    db: passage.openThrough({ max: 4 }),
    drainDb: passage.openThrough({ name: 'drain' }),
    clock: () => NOW,
    log: SILENT,
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
