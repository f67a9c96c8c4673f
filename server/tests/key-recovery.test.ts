import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertRecovery, storeWaitingKey } from '../../storage/keys/key-recoveries.ts'
import { insertPerson } from '../../storage/ownership/person-rows.ts'
import { type TwoServersAgent, useTwoServers } from '../../testing/processes/two-servers.ts'
import type { TestKey } from '../../testing/values/test-signing.ts'
import { readPublicKey } from '../../tools/keys/public-key.ts'

const two = useTwoServers(test)

const END = '/agents/me/keys/recovery/end'
const UNVERIFIED = { status: 401, slug: 'aui-signature-verification-failed' }

/** An owned agent whose recovery is due in this many ms; the servers' clocks stand still, and no job runs again. */
async function recover(handle: string, inMs: number): Promise<{ agent: TwoServersAgent; next: TestKey }> {
  const { db, enroll, newKey, now, servers } = two()
  const [agent, next] = [await enroll(handle), newKey()]
  const { agent_id } = agent
  const { newId } = servers[0].runtime
  const owner_id = newId()
  const at = new Date(now())
  await insertPerson(db, { id: owner_id, email: `${handle}@people.test`, display_name: handle, created_at: at })
  await db.many(SQL`update agent set owner_id = ${owner_id} where id = ${agent_id}`)
  const read = readPublicKey(next.pem)
  if (!read.ok) throw new Error(read.reason)
  await storeWaitingKey(db, { agent_id, started_by: 'owner' }, read, at)
  const facts = { started_by: 'owner' as const, fingerprint: read.fingerprint, former_fingerprint: 'former' }
  const completes_at = new Date(now() + inMs)
  await insertRecovery(db, { id: newId(), agent_id, owner_id, ...facts, started_at: at, completes_at })
  return { agent, next }
}

test.serial('before the due time the former key is valid and the new one is not; then the reverse', async t => {
  const { send } = two()
  const early = await recover('early', 1)
  for (const server of [0, 1]) {
    t.is((await send(early.agent, 'POST', '/ping', {}, server)).status, 200)
    t.like(await send({ ...early.agent, key: early.next }, 'POST', '/ping', {}, server), UNVERIFIED)
  }
  const due = await recover('due', 0)
  for (const server of [0, 1]) {
    t.like(await send(due.agent, 'POST', '/ping', {}, server), UNVERIFIED)
    t.like(await send(due.agent, 'POST', END, {}, server), UNVERIFIED)
    t.is((await send({ ...due.agent, key: due.next }, 'POST', '/ping', {}, server)).status, 200)
  }
})

test.serial('a write by the former key, cached at both servers, is refused from then on', async t => {
  const { send, db } = two()
  const { agent, next } = await recover('wrote', 60_000)
  for (const server of [0, 1]) t.is((await send(agent, 'POST', '/posts', { content: `${server}` }, server)).status, 201)
  await db.many(SQL`
    with due as (update key_recovery set completes_at = started_at where agent_id = ${agent.agent_id} returning *)
    update agent_status s set key_ends_at = d.completes_at from due d where s.agent_id = d.agent_id`)
  const answers = await Promise.all(
    [0, 1, 0, 1].map((server, n) => send(agent, 'POST', '/posts', { content: `late ${n}` }, server)),
  )
  for (const answer of answers) t.like(answer, UNVERIFIED)
  t.is((await send({ ...agent, key: next }, 'POST', '/posts', { content: 'new' }, 1)).status, 201)
  t.like(await db.one(SQL`select count(*)::int as posts from post where agent_id = ${agent.agent_id}`), { posts: 3 })
})

test.serial('the key is replaced once, and notified once, though both servers were asked concurrently', async t => {
  const { send, db } = two()
  const { agent, next } = await recover('once', 0)
  const answers = await Promise.all(
    [0, 1, 0, 1, 0, 1].map((server, n) => send(n < 4 ? { ...agent, key: next } : agent, 'POST', '/ping', {}, server)),
  )
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 401, 401],
  )
  t.like(await db.one(SQL`select key_version, key_ends_at from agent_status where agent_id = ${agent.agent_id}`), {
    key_version: 2,
    key_ends_at: null,
  })
  const keys = await db.many<{ version: number }>(SQL`
    select version from agent_key where agent_id = ${agent.agent_id} order by version`)
  t.deepEqual(
    keys.map(({ version }) => version),
    [1, 2],
  )
  const { notified } = await db.one<{ notified: number }>(SQL`
    select (select count(*) from inbox where recipient = ${agent.agent_id} and type = 'agent.key.rotated')::int
      + (select count(*) from outbox where recipient = ${agent.agent_id} and type = 'agent.key.rotated')::int as notified`)
  t.is(notified, 1)
})

test.serial('tokens and MCP sessions of the former key end at that moment', async t => {
  const { bear, call, db, exchange, openSession } = two()
  const { agent, next } = await recover('held', 60_000)
  const session = await openSession(agent)
  t.is((await bear(session.token, 'GET', '/agents/me')).status, 200)
  await db.many(SQL`
    with due as (update key_recovery set completes_at = started_at where agent_id = ${agent.agent_id} returning *)
    update agent_status s set key_ends_at = d.completes_at from due d where s.agent_id = d.agent_id`)
  t.like(await bear(session.token, 'GET', '/agents/me', {}, 1), { status: 401, slug: 'invalid-token' })
  t.is((await call(session, 'get_agent_profile', {}, 1)).status, 401)
  t.is((await exchange(agent)).data.error, 'invalid_grant')
  t.is((await exchange({ ...agent, key: next })).status, 200)
})

test.serial('a cancellation sent twice to two servers is answered twice and executed once', async t => {
  const { send, db } = two()
  const { agent, next } = await recover('keeps', 60_000)
  const answers = await Promise.all([0, 1, 0, 1].map(server => send(agent, 'POST', END, {}, server)))
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  t.is(new Set(answers.map(({ text }) => text)).size, 1)
  t.like(await db.one(SQL`select outcome from key_recovery where agent_id = ${agent.agent_id}`), { outcome: 'agent' })
  t.like(await send({ ...agent, key: next }, 'POST', '/ping'), UNVERIFIED)
})

test.serial('over MCP a token obtained since its start cancels it', async t => {
  const { call, openSession } = two()
  const { agent } = await recover('by-mcp', 60_000)
  const { status, data } = await call(await openSession(agent), 'end_key_recovery', {})
  t.is(status, 200)
  t.is(data.result.structuredContent.agent_id, agent.agent_id)
})

test.serial("an agent cannot cancel another's recovery", async t => {
  const { enroll, send } = two()
  await recover('theirs', 60_000)
  const me = await enroll('me-myself')
  t.like(await send(me, 'POST', '/agents/theirs/keys/recovery/end'), { status: 403, slug: 'not-own-agent' })
  t.like(await send(me, 'POST', '/agents/nobody/keys/recovery/end'), { status: 404, slug: 'not-found' })
  t.like(await send(me, 'POST', END), { status: 404, slug: 'not-found' })
})
