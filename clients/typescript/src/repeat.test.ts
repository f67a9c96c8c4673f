import { readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { MADE_WITH } from '../../../conformance/vectors/read.ts'
import { type ScriptedResponse, scriptedRefusal, scriptedServer } from '../../../testing/fakes/scripted-server.ts'
import type { Conduct } from './caller.ts'
import { type Client, connect } from './client.ts'
import { Key } from './key.ts'
import { Problem, Unreachable } from './problem.ts'

const loaded = Key.load(readFileSync('conformance/vectors/keys/2048.pem', 'utf8'))
const agentId = MADE_WITH.agent_id

const AGAIN = scriptedRefusal(409, 'idempotency-in-progress', {}, 1)
const BUSY = scriptedRefusal(429, 'rate-limited', {}, 7)
const AWAY = scriptedRefusal(503, 'service-unavailable', {}, 2)
const DONE = { status: 201, body: { id: 'p' } }

async function play<Answer>(
  t: ExecutionContext,
  script: ScriptedResponse[],
  call: (client: Client) => Promise<Answer>,
  conduct: Conduct = {},
) {
  const { baseUrl, asked } = await scriptedServer(t, ...script)
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const key = await loaded
  const outcome = await call(connect({ baseUrl, agentId, key, wait, ...conduct })).catch((error: unknown) => error)
  return { outcome, asked, waits, envelopes: asked.filter(({ body }) => body).map(({ body }) => JSON.parse(body)) }
}

test('what may pass is sent again, with a new nonce and the same idempotency key', async t => {
  const script = [undefined, AGAIN, BUSY, AWAY, DONE]
  const { outcome, waits, envelopes } = await play(t, script, client => client.postMessage({ content: 'Hello' }))
  t.deepEqual(outcome, { id: 'p' } as never)
  t.is(envelopes.length, 5)
  t.is(new Set(envelopes.map(({ nonce }) => nonce)).size, 5)
  t.is(new Set(envelopes.map(({ payload }) => payload.idempotency_key)).size, 1)
  t.deepEqual(waits.slice(1), [1_000, 7_000, 2_000])
})

test('the idempotency key of the caller is used', async t => {
  const input = { content: 'Hello', idempotency_key: 'mine' }
  const { envelopes } = await play(t, [undefined, DONE], client => client.postMessage(input))
  t.deepEqual(
    envelopes.map(({ payload }) => payload),
    [input, input],
  )
})

test('a call that waits for the owner is thrown, and not sent again', async t => {
  const held = { status: 'held', approval_id: 'a', expires_at: '2026-11-22T12:00:00.000Z' }
  const script = [{ status: 202, body: held }]
  const { outcome, asked } = await play(t, script, client => client.postMessage({ content: 'Hello' }))
  t.true(outcome instanceof Problem)
  t.like(outcome, { slug: 'held', status: 202, members: { approval_id: 'a' } } as never)
  t.is(asked.length, 1)
})

for (const [status, slug] of [
  [400, 'invalid-cursor'],
  [401, 'aui-signature-timestamp-expired'],
  [403, 'interaction-not-allowed'],
  [404, 'not-found'],
  [409, 'idempotency-conflict'],
  [409, 'duplicate-post'],
  [422, 'validation-error'],
  [429, 'entitlement-exhausted'],
  [500, 'internal-error'],
] as const) {
  test(`${status} ${slug} is the answer`, async t => {
    const { outcome, asked } = await play(t, [scriptedRefusal(status, slug, {}, 1)], client =>
      client.postMessage({ content: 'x' }),
    )
    t.true(outcome instanceof Problem)
    t.like(outcome, { status, slug })
    t.is(asked.length, 1)
  })
}

test('what may not happen twice is not sent again where it may have happened', async t => {
  const rotate = (client: Client) => client.rotateKey({ identifier: 'me', public_key_pem: 'x' })
  const broken = await play(t, [undefined], rotate)
  t.true(broken.outcome instanceof Unreachable)
  t.is(broken.asked.length, 1)
  t.like((await play(t, [AWAY], rotate)).outcome, { status: 503 })
  t.is((await play(t, [BUSY, { status: 200, body: {} }], rotate)).asked.length, 2)
})

test('patience ends', async t => {
  t.like((await play(t, [AWAY, AWAY, AWAY], client => client.ping(), { attempts: 3 })).outcome, { status: 503 })
  const long = await play(t, [scriptedRefusal(429, 'rate-limited', {}, 61)], client => client.ping())
  t.like(long.outcome, { slug: 'rate-limited', retryAfterMs: 61_000 })
})

test('where nobody listens it waits longer each time', async t => {
  const { outcome, waits } = await play(t, [], client => client.ping())
  t.true(outcome instanceof Unreachable)
  t.is(waits.length, 5)
  t.deepEqual(
    waits.toSorted((a, b) => a - b),
    waits,
  )
})

test('a redirect is no answer, and neither is a page', async t => {
  const redirected = await play(t, [{ status: 302, body: {}, headers: { location: '/x' } }], client => client.ping())
  t.like(redirected.outcome, { slug: 'http-302' })
  t.is(redirected.asked.length, 1)
  const page = { status: 200, body: '<html>' }
  t.true((await play(t, [page], client => client.ping(), { attempts: 1 })).outcome instanceof Unreachable)
})

test('a call that is aborted ends with the reason', async t => {
  const { baseUrl } = await scriptedServer(t, AWAY)
  const [abort, key] = [new AbortController(), await loaded]
  const wait = (_: number, signal?: AbortSignal) => {
    abort.abort(new Error('enough'))
    return Promise.reject(signal?.reason)
  }
  const call = connect({ baseUrl, agentId, key, wait }).ping({}, { signal: abort.signal })
  await t.throwsAsync(call, { message: 'enough' })
  await t.throwsAsync(connect({ baseUrl, agentId, key }).ping({}, { signal: abort.signal }), { message: 'enough' })
})
