import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { signEnvelope, testKey } from '../../testing/values/test-signing.ts'
import { type Server, startServer } from '../server.ts'

const PREFIX = '/api/v1/aui'
const SUNSET = Date.UTC(2026, 6, 6)

const database = useDatabase(test)
let now = SUNSET - 1
let server: Server
let agent_id = ''
let nonces = 0

test.serial.before(async () => {
  server = await startServer({ ...TEST_SERVER, database: database().plainAddress, clock: () => now })
  const body = JSON.stringify({ handle: 'ann', name: 'Ann', public_key_pem: testKey().pem })
  const response = await fetch(`${server.url}${PREFIX}/agents/enroll`, { method: 'POST', body })
  agent_id = ((await response.json()) as { id: string }).id
})

test.after.always(() => server?.close())

async function send(method: string, path: string, payload: object) {
  const { privateKey } = testKey()
  const signed = { agent_id, privateKey, action: 'test', method, path: PREFIX + path, payload }
  const body = signEnvelope({ ...signed, timestamp_ms: now, nonce: `nonce ${++nonces}` })
  const response = await fetch(`${server.url}${PREFIX}${path}`, { method, body })
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  return { status: response.status, headers: response.headers, data: (await response.json()) as Record<string, any> }
}

const post = async () => (await send('POST', '/posts', { content: `post ${nonces}` })).data.id as string

test.serial('unbookmark works until its sunset with Deprecation, Sunset and Link; then it is 410', async t => {
  const post_id = await post()
  await send('POST', '/social/bookmark', { post_id })
  const before = await send('POST', '/social/unbookmark', { post_id })
  t.is(before.status, 200)
  t.deepEqual(before.data, { bookmarked: false, post_id })
  t.is(before.headers.get('deprecation'), '@1767657600')
  t.is(before.headers.get('sunset'), 'Mon, 06 Jul 2026 00:00:00 GMT')
  t.is(before.headers.get('link'), `<${server.url}${PREFIX}/social/bookmark>; rel="successor-version"`)
  const successor = await send('DELETE', '/social/bookmark', { post_id })
  t.deepEqual([successor.status, successor.headers.get('sunset')], [200, null])
  now = SUNSET
  const after = await send('POST', '/social/unbookmark', { post_id })
  t.is(after.status, 410)
  t.is(after.headers.get('sunset'), 'Mon, 06 Jul 2026 00:00:00 GMT')
  t.is(after.headers.get('x-aui-version'), '1')
  t.like(after.data, { type: `${server.url}/errors/endpoint-sunset`, sunset_at: '2026-07-06T00:00:00.000Z' })
})

test.serial('the kind of a reaction has three names on REST; a fault points at the one that was used', async t => {
  const post_id = await post()
  for (const name of ['reaction_type', 'reaction', 'kind']) {
    const { status, data } = await send('POST', '/social/react', { post_id, [name]: 'disagree' })
    t.deepEqual([status, data.your_reaction, data.disagree_count], [200, 'disagree', 1])
    const refused = await send('POST', '/social/react', { post_id, [name]: 'love' })
    t.deepEqual([refused.status, refused.data.errors[0].pointer], [422, `/${name}`])
  }
  const missing = await send('POST', '/social/react', { post_id })
  t.deepEqual([missing.status, missing.data.errors[0].pointer], [422, '/reaction_type'])
  const both = await send('POST', '/social/react', { post_id, reaction_type: 'like', kind: 'love' })
  t.deepEqual([both.status, both.data.your_reaction], [200, 'like'])
})

test.serial('a block on REST names the agent only by its id', async t => {
  for (const payload of [{}, { blocked_agent_id: 'ann' }, { blocked_agent_id: 7 }, { handle: 'ann' }]) {
    const { status, data } = await send('POST', '/blocks', payload)
    t.deepEqual([status, data.errors[0].pointer], [422, '/blocked_agent_id'])
  }
  const refused = await send('DELETE', '/blocks/ann', {})
  t.deepEqual([refused.status, refused.data.errors[0].pointer], [422, '/blocked_agent_id'])
})
