import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { rowOf, untilWaiting, useDatabase } from '../../testing/fixtures/test-database.ts'
import { openBatches } from './batch.ts'
import { DatabaseUnavailable, openDb, type Queryable, StatementTimeout, translate, violatedConstraint } from './db.ts'

const database = useDatabase(test)
const interrupted = useDatabase(test)

test('timestamps are read as RFC 3339 UTC with milliseconds, int8 as numbers, jsonb as data', async t => {
  const now = new Date('2026-11-21T04:05:06.070Z')
  const row = await database().db.one(SQL`
    select ${now}::timestamptz as now, 5000000000::int8 as big, ${{ a: [1] }}::jsonb as data,
      ${['x', 'y']}::text[] as list, ${now.toISOString()}::timestamptz as same`)
  const text = '2026-11-21T04:05:06.070Z'
  t.deepEqual(row, { now: text, big: 5_000_000_000, data: { a: [1] }, list: ['x', 'y'], same: text })
})

test('a violated constraint is reported by its name', async t => {
  const insert = SQL`insert into nonce (digest, expires_at) values ('01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0', ${new Date(0)})`
  await database().db.many(insert)
  const error = await t.throwsAsync(database().db.many(insert))
  t.is(violatedConstraint(error), 'nonce_pkey')
  t.is(violatedConstraint(new Error('another')), undefined)
})

test('a statement over its time limit is a StatementTimeout, and the pool continues', async t => {
  const db = database().openAnother({ statementTimeoutMs: 50 })
  await t.throwsAsync(db.many(SQL`select pg_sleep(600)`), { instanceOf: StatementTimeout })
  t.deepEqual(await rowOf(() => db.one(SQL`select 1 as one`)), { one: 1 })
})

test('a statement that never ends fails for its caller and those behind it, and nobody else', async t => {
  const db = database().openAnother({ statementTimeoutMs: 100, max: 2 })
  const one = () => rowOf(() => db.one(SQL`select 1 as one`))
  await database().db.transaction(async tx => {
    await tx.many(SQL`select pg_advisory_xact_lock(1)`)
    const stuck = db.script('set statement_timeout = 0; select pg_advisory_xact_lock(1)')
    const refused = t.throwsAsync(stuck, { instanceOf: StatementTimeout })
    t.deepEqual(await one(), { one: 1 })
    await refused
    t.deepEqual(await one(), { one: 1 })
  })
})

test('a long transaction may take longer than a statement', async t => {
  const db = database().openAnother({ name: 'long', statementTimeoutMs: 5_000, max: 2 })
  const { long } = await database().db.transaction(async tx => {
    await tx.many(SQL`select pg_advisory_xact_lock(2)`)
    const long = db.longTransaction(inLong => inLong.one(SQL`select pg_advisory_xact_lock(2)::text, 1 as one`))
    await untilWaiting(database().db, 'long')
    const stuck = db.script('set statement_timeout = 0; select pg_advisory_xact_lock(2)')
    await t.throwsAsync(stuck, { message: 'timed out' })
    return { long }
  })
  t.like(await long, { one: 1 })
})

test('transactions that wait for a connection are counted with those in progress', async t => {
  const db = database().openAnother({ max: 3 })
  t.is(db.size, 3)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const transactions = Array.from({ length: 4 }, () => db.transaction(() => held))
  t.is(db.waiting(), 4)
  release()
  await Promise.all(transactions)
  t.is(db.waiting(), 0)
})

test("a transaction is atomic, and its statements see each other's writes", async t => {
  const { db } = database()
  const insert = (digest: string) =>
    SQL`insert into mcp_session_ended (digest, expires_at) values (${digest}, ${new Date(0)})`
  const count = SQL`select count(*)::int as rows from mcp_session_ended`
  await t.throwsAsync(
    db.transaction(async tx => {
      await tx.many(insert('01a1fc9d-0000-75fd-bee9-000000000001'))
      t.deepEqual(await tx.one(count), { rows: 1 })
      throw new Error('changed my mind')
    }),
    { message: 'changed my mind' },
  )
  t.deepEqual(await db.one(count), { rows: 0 })
})

test('while the database is unavailable calls fail at once, and succeed again when it is back', async t => {
  const { address, openAnother } = interrupted()
  if ('url' in address) return t.fail('the test database is a socket')
  const admin = openDb({ ...address, database: 'postgres' }, { name: 'admin', max: 1, statementTimeoutMs: 100_000 })
  const db = openAnother({ max: 2 })
  await db.one(SQL`select 1 as one`)
  await admin.script(`alter database ${address.database} allow_connections false`)
  await admin.many(SQL`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'colloquy test'
    and datname = ${address.database} and pid <> pg_backend_pid()`)
  await t.throwsAsync(db.one(SQL`select 1 as one`))
  await admin.script(`alter database ${address.database} allow_connections true`)
  await admin.close()
  for (;;) {
    const answer = await db.one(SQL`select 1 as one`).catch((error: unknown) => error)
    if (!(answer instanceof DatabaseUnavailable) && !(answer instanceof Error)) return t.deepEqual(answer, { one: 1 })
    await new Promise(resolve => setImmediate(resolve))
  }
})

test('a full queue refuses further calls at once', async t => {
  const queue = createSemaphore({ permits: 1, maxWaiting: 1 })
  let finish = () => {}
  const first = queue.run(() => new Promise<void>(resolve => (finish = resolve)))
  const second = queue.run(async () => 'second')
  await t.throwsAsync(
    queue.run(async () => 'third'),
    { message: 'queue full' },
  )
  finish()
  await first
  t.is(await second, 'second')
})

test('rows received before an error are not part of later results', async t => {
  const one = database().openAnother({ max: 1 })
  await t.throwsAsync(one.many(SQL`select 1 / (3 - n) as x from generate_series(1, 5) n`))
  t.deepEqual([...(await one.many(SQL`select 7 as x`))], [{ x: 7 }])
})

test('items that arrive together share a batch, and a failing one affects no other', async t => {
  const sizes: number[] = []
  const run = openBatches(database().db, (_, size) => sizes.push(size))
  const halve = {
    name: 'halve',
    max: 4,
    run: async (_: unknown, items: readonly number[]) => {
      if (items.includes(13)) throw new Error('unlucky')
      return items.map(item => item / 2)
    },
  }
  const outcomes = await Promise.allSettled([2, 4, 6, 13, 8].map(item => run(halve, item)))
  t.deepEqual(
    outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : 'refused')),
    [1, 2, 3, 'refused', 4],
  )
  t.deepEqual(sizes, [4, 1])
})

test('half of the items that arrive together wait for a second batch, if two may run', async t => {
  const sizes: number[] = []
  const run = openBatches(database().db, (_, size) => sizes.push(size))
  let finish = () => {}
  const finished = new Promise<void>(resolve => (finish = resolve))
  const wait = {
    name: 'wait',
    max: 64,
    parallel: 2,
    async run(_: unknown, items: readonly number[]) {
      if (sizes.length === 2) finish()
      await finished
      return [...items]
    },
  }
  const items = Array.from({ length: 16 }, (_, n) => n)
  t.deepEqual(await Promise.all(items.map(item => run(wait, item))), items)
  t.deepEqual(sizes, [8, 8])
})

test('an item that waits for a lock is abandoned after a second, and affects no other of its batch', async t => {
  const { db, openAnother } = database()
  await db.script('create table held (id int primary key); insert into held values (1), (2)')
  const run = openBatches(openAnother({ max: 1, isHot: true }))
  const take = {
    name: 'take',
    max: 4,
    run: (hot: Queryable, ids: readonly number[]) =>
      hot.many<{ id: number }>(SQL`select id from held where id = any(${ids}::int[]) order by id for share`),
  }
  const outcomes = await db.transaction(async tx => {
    await tx.many(SQL`select 1 from held where id = 2 for update`)
    return await Promise.allSettled([1, 2].map(id => run(take, id)))
  })
  t.deepEqual(
    outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.constructor)),
    [{ id: 1 }, StatementTimeout],
  )
})

test('a lost connection is reported as such, and whether the statement may have taken effect', t => {
  const outcomeFor = (code: string, syscall: string) => {
    const error = translate(Object.assign(new Error(code), { code, syscall }))
    return error instanceof DatabaseUnavailable ? error.mayHaveHappened : 'another error'
  }
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ENETUNREACH'])
    t.deepEqual(
      [outcomeFor(code, 'read'), outcomeFor(code, 'write'), outcomeFor(code, 'connect')],
      [true, true, false],
      code,
    )
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']) t.false(outcomeFor(code, 'connect'), code)
  t.is(outcomeFor('ERANGE', 'read'), 'another error')
})
