import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import postgres from 'postgres'
import { SQL } from 'sql-template-strings'
import { rowOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { openDb } from './db.ts'

const database = useDatabase(test)

const insert = (digest: string) =>
  SQL`insert into mcp_session_ended (digest, expires_at) values (${digest}, ${new Date(0)})`
const DIGESTS = ['01a1fc9d-0000-75fd-bee9-000000000001', '01a1fc9d-0000-75fd-bee9-000000000002'] as const

function openLatch() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}

test.serial('a transaction whose connection is lost writes nothing more, and affects no other', async t => {
  const { db, openAnother } = database()
  const lone = openAnother({ max: 1 })
  const [anotherIsOpen, lostHasTried] = [openLatch(), openLatch()]
  let refusal: unknown
  const lost = lone.transaction(async tx => {
    const { pid } = await tx.one<{ pid: number }>(SQL`select pg_backend_pid() as pid`)
    await db.many(SQL`select pg_terminate_backend(${pid}::int)`)
    await anotherIsOpen.opened
    refusal = await tx.many(insert(DIGESTS[0])).catch((error: unknown) => error)
    setImmediate(lostHasTried.open)
  })
  await t.throwsAsync(lost)
  await lone.transaction(async tx => {
    await tx.many(insert(DIGESTS[1]))
    anotherIsOpen.open()
    await lostHasTried.opened
    const { rows } = await db.one<{ rows: number }>(SQL`select count(*)::int as rows from mcp_session_ended`)
    t.is(rows, 0)
  })
  t.true(refusal instanceof Error)
  t.deepEqual([...(await db.many(SQL`select digest from mcp_session_ended`))], [{ digest: DIGESTS[1] }])
})

test.serial('a transaction that starts behind many queries has an exclusive connection', async t => {
  const { db, openAnother } = database()
  const lone = openAnother({ max: 1 })
  await lone.one(SQL`select 1 as one`)
  const ahead = Array.from({ length: 100 }, () => lone.one(SQL`select 1 as one`))
  t.deepEqual(await lone.transaction(tx => tx.one(SQL`select 2 as two`)), { two: 2 })
  await Promise.all(ahead)
  const open = SQL`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  t.is(await db.maybeOne(open), undefined)
})

/** A TCP proxy to the database whose connections can be ended. */
async function openWay(target: string) {
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(target)
    sockets.add(near)
    const relay = (from: Socket, to: Socket) =>
      from
        .on('error', () => {})
        .on('close', () => to.destroy())
        .pipe(to)
    relay(near, far)
    relay(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    endAll(end: (socket: Socket) => void) {
      for (const socket of sockets) end(socket)
      sockets.clear()
    },
    close: () => void server.close(),
  }
}

/** The driver with one connection, and ways to end it. */
async function openLone(t: ExecutionContext) {
  const { address, db } = database()
  const { socketDir, user, password: pass, database: name } = address
  const way = await openWay(path.join(socketDir, `.s.PGSQL.${address.port}`))
  let closed = openLatch()
  const onclose = () => closed.open()
  const options = { max: 1, backoff: () => 0, fetch_types: false, onclose }
  const sql = postgres({ host: '127.0.0.1', port: way.port, user, pass, database: name, ...options })
  t.teardown(async () => {
    await sql.end({ timeout: 1 })
    way.close()
  })
  const sleepers = SQL`from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  const isAsleep = async () => (await db.maybeOne(SQL`select 1 `.append(sleepers))) !== undefined
  const wake = () => db.many(SQL`select pg_terminate_backend(pid) `.append(sleepers))
  return {
    sql,
    async untilAsleep() {
      closed = openLatch()
      while (!(await isAsleep()));
    },
    async untilClosed() {
      await closed.opened
      // A sleeping backend does not notice that its client has disconnected.
      await wake()
      while (await isAsleep());
    },
    ends: {
      closed: () => way.endAll(socket => socket.end()),
      reset: () => way.endAll(socket => socket.resetAndDestroy()),
      terminated: () => void wake(),
    },
  }
}

for (const end of ['closed', 'reset', 'terminated'] as const) {
  test.serial(`when its connection is ${end} each call settles, and the next one succeeds`, async t => {
    const { sql, ends, untilAsleep, untilClosed } = await openLone(t)
    await sql`select 1`
    const calls: Promise<unknown>[] = []
    const endDuring = async (call: Promise<unknown>, meanwhile = () => {}) => {
      let isOver = false
      calls.push(call.finally(() => (isOver = true)))
      await untilAsleep()
      ends[end]()
      while (!isOver) {
        meanwhile()
        await new Promise(resolve => setImmediate(resolve))
      }
      await Promise.all([untilClosed(), Promise.allSettled(calls)])
      t.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
    }
    await endDuring(sql`select pg_sleep(600)`, () => calls.push(sql`select 1`.execute()))
    await endDuring(sql.begin(tx => tx`select pg_sleep(600)`))
    await endDuring(
      sql.begin(tx => {
        const parts = [tx`select pg_sleep(600)`, tx`select ${1}::int`, tx`select 1`]
        calls.push(...parts)
        return Promise.all(parts)
      }),
    )
  })
}

test.serial('a call on a reserved connection that was lost fails without crashing the process', async t => {
  const { sql, ends, untilClosed } = await openLone(t)
  await sql`select 1`
  const reserved = await sql.reserve()
  ends.closed()
  await untilClosed()
  await t.throwsAsync(reserved`select 1`.execute(), { code: 'CONNECTION_CLOSED' })
})

test.serial('behind a pooler each connection is configured once it is open, and so is the next one', async t => {
  const { socketDir, port, user, password, database: name } = database().address
  const way = await openWay(path.join(socketDir, `.s.PGSQL.${port}`))
  const url = `postgres://${user}:${password}@127.0.0.1:${way.port}/${name}?pooler=session`
  const terms = { name: 'pooled', max: 1, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300, isHot: true }
  const db = openDb({ url }, terms)
  t.teardown(async () => {
    await db.close()
    way.close()
  })
  const settings = SQL`
    select name, setting, source from pg_settings
    where name in ('TimeZone', 'application_name', 'lock_timeout', 'plan_cache_mode', 'statement_timeout')
    order by name collate "C"`
  const wanted = [
    { name: 'TimeZone', setting: 'UTC', source: 'client' },
    { name: 'application_name', setting: 'colloquy pooled', source: 'client' },
    { name: 'lock_timeout', setting: '1000', source: 'session' },
    { name: 'plan_cache_mode', setting: 'force_generic_plan', source: 'session' },
    { name: 'statement_timeout', setting: '300000', source: 'session' },
  ]
  t.deepEqual([...(await db.many(settings))], wanted)
  way.endAll(socket => socket.resetAndDestroy())
  t.deepEqual([...(await rowOf(() => db.many(settings)))], wanted)
  t.deepEqual(await db.transaction(tx => tx.one(SQL`select 1 as one`)), { one: 1 })
})

test.serial('a statement is prepared for the types of its parameters, not only for its text', async t => {
  const lone = database().openAnother({ max: 1 })
  const typeOf = (value: unknown) => lone.one<{ type: string }>(SQL`select pg_typeof(${value})::text as type`)
  const instant = 'timestamp with time zone'
  t.is((await typeOf(new Date(0))).type, instant)
  t.is((await typeOf(true)).type, 'boolean')
  t.is((await typeOf(new Date(1))).type, instant)
  const prepared = SQL`select count(*)::int as n from pg_prepared_statements where statement like 'select pg_typeof%'`
  t.is((await lone.one<{ n: number }>(prepared)).n, 2)
})
