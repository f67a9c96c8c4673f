import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { createLossyProxy, type LossyProxy } from '../../testing/fakes/lossy-proxy.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { type AdmissionItem, admissionStatement } from '../admission/admission-query.ts'
import { openBatches } from './batch.ts'
import { type Db, type DbOptions, openDb, UnansweredStatement } from './db.ts'

const database = useDatabase(test)

/** A pool whose connections go through a lossy proxy. */
async function openFronted(
  t: ExecutionContext,
  options: Partial<DbOptions> = {},
): Promise<{ db: Db; front: LossyProxy }> {
  const { socketDir, port, user, password, database: name } = database().address
  const front = await createLossyProxy(path.join(socketDir, `.s.PGSQL.${port}`))
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${front.port}/${name}`
  const db = openDb({ url }, { name: 'fronted', max: 3, statementTimeoutMs: 300_000, ...options })
  t.teardown(async () => {
    await db.close()
    await front.close()
  })
  return { db, front }
}

const DIGESTS = [1, 2, 3, 4, 5, 6].map(n => `01a1fc9d-0000-75fd-bee9-00000000000${n}`)

const insert = (digest = '') =>
  SQL`insert into mcp_session_ended (digest, expires_at) values (${digest}, ${new Date(0)})`

const isThere = async (digest = '') =>
  (await database().db.maybeOne(SQL`select 1 from mcp_session_ended where digest = ${digest}`)) !== undefined

async function unanswered(t: ExecutionContext, call: Promise<unknown>): Promise<boolean> {
  const error = await t.throwsAsync(call, { instanceOf: UnansweredStatement })
  return (error as UnansweredStatement).mayHaveHappened
}

test('a statement or transaction whose response is lost may have happened, and has in this case', async t => {
  const { db, front } = await openFronted(t)
  front.dropResponseTo('insert into mcp_session_ended', 'INSERT 0 1')
  t.true(await unanswered(t, db.many(insert(DIGESTS[0]))))
  t.true(await isThere(DIGESTS[0]))
  front.dropResponseTo('commit', 'COMMIT')
  t.true(
    await unanswered(
      t,
      db.transaction(tx => tx.many(insert(DIGESTS[1]))),
    ),
  )
  t.true(await isThere(DIGESTS[1]))
})

test('a transaction that is lost before its commit was sent has not happened', async t => {
  const { db, front } = await openFronted(t)
  front.dropResponseTo('insert into mcp_session_ended', 'INSERT 0 1')
  t.false(
    await unanswered(
      t,
      db.transaction(tx => tx.many(insert(DIGESTS[2]))),
    ),
  )
  t.false(await isThere(DIGESTS[2]))
})

test('a transaction whose caller got a timeout is rolled back, however far it came', async t => {
  const { db } = await openFronted(t, { statementTimeoutMs: 100 })
  let goOn = () => {}
  const refused = new Promise<void>(resolve => (goOn = resolve))
  let finished: Promise<unknown> | undefined
  const call = db.transaction(tx => {
    const body = async () => {
      await tx.many(insert(DIGESTS[3]))
      await refused
    }
    finished = body()
    return finished
  })
  t.false(await unanswered(t, call))
  goOn()
  await finished
  await db.transaction(tx => tx.one(SQL`select 1 as one`))
  t.false(await isThere(DIGESTS[3]))
})

test('what PostgreSQL cancels, or what no connection could send, has not happened', async t => {
  const { db, front } = await openFronted(t)
  const slow = db.script('set statement_timeout = 50; select pg_sleep(600)')
  t.false(await unanswered(t, slow))
  await front.close()
  t.true(await unanswered(t, db.many(SQL`select 1`)).then(() => true))
  const nobody = openDb({ url: 'postgres://a:b@127.0.0.1:1/none' }, { name: 'nobody', max: 1, statementTimeoutMs: 100 })
  t.teardown(() => nobody.close())
  t.false(await unanswered(t, nobody.many(insert(DIGESTS[4]))))
})

const item = (agent_id: string, nonce: string): AdmissionItem => ({
  agent_id,
  key_version: 1,
  status_mask: 0xff,
  nonce,
  nonce_expires_at: '2026-11-26T12:00:00Z',
  token: '',
  session: '',
  quota: 100,
  percents: [100, 100, 100],
  now_ms: Date.UTC(2026, 10, 26),
})

test('an admission whose response comes too late is not repeated: a fresh nonce is not reported as used', async t => {
  const { db, front } = await openFronted(t, { statementTimeoutMs: 2_000, max: 1 })
  const { release } = front.holdResponseTo('insert into nonce', 'SELECT 2')
  let runs = 0
  const watched: typeof admissionStatement = {
    ...admissionStatement,
    run: (to, items) => {
      runs++
      return admissionStatement.run(to, items).finally(release)
    },
  }
  const batch = openBatches(db)
  const [ann, bob] = ['01a1fc9d-0000-75fd-bee9-0000000000a1', '01a1fc9d-0000-75fd-bee9-0000000000a2'] as const
  await database().db.many(SQL`
    insert into agent (id, handle, name, interests, visibility, visibility_config, challenges_passed, created_at, updated_at)
    select id, 'a-' || right(id::text, 2), 'A', '{}', 'public', '{}', 0, '2026-11-21', '2026-11-21'
    from unnest(${[ann, bob]}::uuid[]) as i (id)`)
  await database().db.many(SQL`
    insert into agent_status (agent_id, key_version, status, agency_tier)
    select id, 1, 1, 1 from unnest(${[ann, bob]}::uuid[]) as i (id)`)
  const calls = [item(ann, DIGESTS[0]!), item(bob, DIGESTS[1]!)].map(one => batch(watched, one))
  for (const outcome of await Promise.allSettled(calls)) {
    t.is(outcome.status, 'rejected')
    if (outcome.status === 'rejected') t.true((outcome.reason as UnansweredStatement).mayHaveHappened)
  }
  t.is(runs, 1)
  t.deepEqual(await db.one(SQL`select count(*)::int as spent from nonce`), { spent: 2 })
})

test('a batched write whose response is lost is not run again for each item', async t => {
  const { db, front } = await openFronted(t, { max: 1 })
  await database().db.script('create table put (n int)')
  const put = {
    name: 'put',
    max: 8,
    run: async (to: typeof db, items: readonly number[]) => {
      await to.many(SQL`insert into put select unnest(${[...items]}::int[])`)
      return items
    },
  }
  front.dropResponseTo('insert into put', 'INSERT 0 3')
  const batch = openBatches(db)
  const outcomes = await Promise.allSettled([1, 2, 3].map(n => batch(put as never, n)))
  t.deepEqual([...new Set(outcomes.map(({ status }) => status))], ['rejected'])
  t.deepEqual(await database().db.one(SQL`select count(*)::int as rows from put`), { rows: 3 })
})
