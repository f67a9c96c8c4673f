import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { deleteExpired } from '../../storage/jobs/retention.ts'
import {
  approve,
  beginFlow,
  connectClient,
  REDIRECT,
  redemption,
  useOAuth,
} from '../../testing/fixtures/oauth-world.ts'

const limited = useOAuth(test, { rateLimits: true })
const world = useOAuth(test)

test.serial('wrong codes and registrations are limited, and their refusals are plain JSON', async t => {
  const ann = await limited().enroll('ann')
  for (let turn = 0; turn < 60; turn++) {
    t.is((await limited().send(ann, 'GET', `/oauth/approvals/AAAA${turn}`)).slug, 'not-found')
  }
  const full = await approve(limited(), ann, { code: 'AAAA-AAAA', redirect_uri: REDIRECT })
  t.deepEqual([full.slug, full.data.bucket], ['rate-limited', 'approvals'])
  for (let turn = 0; turn < 30; turn++) await limited().register()
  const refused = await limited().register()
  t.deepEqual([refused.status, refused.data.error], [429, 'temporarily_unavailable'])
  t.is(refused.headers.get('content-type'), 'application/json; charset=utf-8')
})

test.serial('tokens of a grant count like all tokens of their agent', async t => {
  limited().advance(3_600_000 * 2)
  const bob = await limited().enroll('bob')
  let { client_id, refresh_token } = await connectClient(limited(), bob)
  for (let turn = 1; turn < 30; turn++) {
    const form = { grant_type: 'refresh_token', client_id, refresh_token }
    ;({ refresh_token } = (await limited().form('/oauth/token', form)).data)
  }
  const form = { grant_type: 'refresh_token', client_id, refresh_token }
  const full = await limited().form('/oauth/token', form)
  t.deepEqual([full.status, full.data.bucket], [429, 'tokens'])
  limited().advance(3_600_000 * 2)
  t.is((await limited().form('/oauth/token', form)).status, 200)
})

test.serial('a grant ends with its agent, its key, its status, and each way to revoke it', async t => {
  const ends: Record<string, (agent_id: string, tokens: { access_token: string; refresh_token: string }) => unknown> = {
    deletion: agent_id => world().db.transaction(db => deleteAgent(db, agent_id, new Date())),
    key: agent_id => world().db.many(SQL`update agent_status set key_version = 2 where agent_id = ${agent_id}`),
    status: agent_id => world().db.many(SQL`update agent_status set status = 4 where agent_id = ${agent_id}`),
    access: (_, { access_token: token }) => world().form('/oauth/revoke', { token }),
    refresh: (_, { refresh_token: token }) => world().form('/oauth/revoke', { token }, 1),
  }
  for (const [name, end] of Object.entries(ends)) {
    const agent = await world().enroll(`ends-by-${name}`)
    const { client_id, access_token, refresh_token } = await connectClient(world(), agent)
    t.is((await world().bear(access_token, '/feed', 1)).status, 200, name)
    await end(agent.agent_id, { access_token, refresh_token })
    t.true([401, 403].includes((await world().bear(access_token, '/feed', 1)).status), name)
    const form = { grant_type: 'refresh_token', client_id, refresh_token }
    t.is((await world().form('/oauth/token', form, 1)).data.error, 'invalid_grant', name)
  }
  const left = await world().db.one<{ tokens: number }>(SQL`
    select count(*)::int as tokens from access_token where grant_id is not null
      and agent_id not in (select agent_id from client_grant)`)
  t.is(left.tokens, 0)
})

test.serial('expired rows are deleted, and nothing before', async t => {
  const dan = await world().enroll('dan')
  await connectClient(world(), dan, { redirect_uri: 'https://connector.example/callback' })
  await beginFlow(world(), 'dan')
  const tables = ['authorization_request', 'client_grant', 'allowed_redirect_host', 'oauth_client'] as const
  const count = (table: string) =>
    world().db.one<{ count: number }>(SQL`select count(*)::int as count from `.append(table))
  for (const table of tables) {
    const { count: before } = await count(table)
    await deleteExpired(world().db, table, new Date(Date.UTC(2026, 10, 21, 12)))
    t.deepEqual(await count(table), { count: before }, table)
    await deleteExpired(world().db, table, new Date(Date.UTC(2028, 0)))
    t.deepEqual(await count(table), { count: 0 }, table)
    t.true(before > 0, table)
  }
})

test.serial('a client with a pending request is not deleted before the agent has responded', async t => {
  const eli = await world().enroll('eli')
  const { client_id } = (await world().register()).data
  world().advance(7 * 24 * 3_600_000 - 180_000)
  const flow = await beginFlow(world(), 'eli', { client_id })
  world().advance(240_000)
  await approve(world(), eli, flow)
  t.is((await world().form('/oauth/token', await redemption(flow))).status, 200)
})

test.serial('a restricted agent can read its requests, and approve nothing', async t => {
  const cat = await world().enroll('cat')
  const flow = await beginFlow(world(), 'cat')
  await world().db.many(SQL`update agent_status set status = 3 where agent_id = ${cat.agent_id}`)
  t.is((await approve(world(), cat, flow)).slug, 'aui-signature-agent-inactive')
  t.is((await world().send(cat, 'GET', `/oauth/approvals/${flow.code}`)).status, 200)
})
