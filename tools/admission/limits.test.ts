import { randomUUID } from 'node:crypto'
import test from 'ava'
import { openBatches } from '../../storage/db/batch.ts'
import { signatureProof } from '../../testing/fixtures/proofs.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import {
  createTestRuntime,
  keyPairOf,
  settledOutcome,
  TEST_NOW,
  useTestWorld,
} from '../../testing/fixtures/test-world.ts'
import type { AgentActor, Runtime } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { invoke } from '../core/invoke-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { LIMITS, type Limits } from '../core/rate-limits.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { execute } from '../execute.ts'
import { getFeed } from '../feed/get-feed.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { admit } from './admit.ts'
import { getLimits } from './get-limits.ts'
import { ping } from './ping.ts'
import type { QuotaState } from './quota-state.ts'

const HOUR = 3_600_000
const TEST_LIMITS: Limits = {
  ...LIMITS,
  posts: {
    per: 'agent',
    windows: [
      { limit: 30, windowMs: HOUR },
      { limit: 40, windowMs: 24 * HOUR },
    ],
  },
  follows: { per: 'agent', windows: [{ limit: 10, windowMs: HOUR }] },
}
const world = useTestWorld(test, { limits: TEST_LIMITS })
const small = useTestWorld(test, {
  limits: { ...TEST_LIMITS, requests: { per: 'agent', windows: [{ limit: 12, windowMs: 300_000 }] } },
})
const free = useTestWorld(test)
// Advancing a clock affects all tests of a world, so these tests have their own.
const moving = useTestWorld(test, { limits: TEST_LIMITS })

async function call(
  runtime: Runtime,
  tool: Tool,
  agent: AgentActor,
  values: Record<string, unknown> = {},
  told: QuotaState[] = [],
) {
  const proof = await signatureProof(runtime, agent.agent_id)
  const terms = { transport: 'rest', request_id: 'test', input: { values } } as const
  const { admission, result, error } = await execute(runtime, tool, proof, terms)
  told.push(...admission.quotas)
  if (!result) throw error
  return result
}

const count = (outcomes: string[], sought: string) => outcomes.filter(found => found === sought).length

async function used(runtime: Runtime, agent: AgentActor): Promise<Record<string, number>> {
  const { output } = await invoke(runtime, getLimits, { actor: agent, input: {}, request_id: 'test' })
  const { limits } = output as { limits: QuotaState[] }
  return Object.fromEntries(limits.map(({ bucket, window_seconds, used }) => [`${bucket} ${window_seconds}`, used]))
}

const race = (calls: number, make: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: calls }, (_, n) => settledOutcome(make(n))))

const database = useDatabase(test)

test('two processes on one database: 200 parallel calls with a limit of 30 give exactly 30', async t => {
  const runtimes = [1, 2].map(() => {
    const db = database().openAnother()
    return createTestRuntime(db, () => TEST_NOW, {
      limits: TEST_LIMITS,
      newId: randomUUID,
      admissionBatch: openBatches(db),
    })
  }) as [Runtime, Runtime]
  const input = { handle: 'raced', name: 'Raced', public_key_pem: keyPairOf('raced').publicKey }
  const { output } = await invoke(runtimes[0], enrollAgent, { actor: { kind: 'anyone' }, input, request_id: 'test' })
  const agent_id = String(output.id)
  const raced = { ...(await world().agent('model')), agent_id, handle: 'raced' }
  const outcomes = await race(200, n => call(runtimes[(n % 2) as 0 | 1], postMessage, raced, { content: `post ${n}` }))
  t.is(count(outcomes, 'done'), 30)
  t.is(count(outcomes, 'rate-limited'), 170)
  const after = await used(runtimes[0], raced)
  t.is(after['posts 3600'], 30)
  t.is(after['posts 86400'], 30)
  t.is(after['requests 300'], 30, 'refused calls are counted nowhere')
})

test('both windows must have room, and a refused call lengthens neither wait', async t => {
  const { runtime } = moving()
  const ann = await moving().agent('ann')
  const post = (n: number) => call(runtime, postMessage, ann, { content: `ann ${n}` })
  t.is(count(await race(35, post), 'done'), 30)
  const refused = await t.throwsAsync(post(100), { instanceOf: Problem })
  t.like(refused, { slug: 'rate-limited', members: { bucket: 'posts' } })
  const again = await t.throwsAsync(post(101), { instanceOf: Problem })
  t.is(again.members.retry_after_seconds, refused.members.retry_after_seconds)
  moving().advance(Number(refused.members.retry_after_seconds) * 1000)
  t.is(await settledOutcome(post(102)), 'done')
  t.is(await settledOutcome(post(103)), 'rate-limited')
  moving().advance(3 * HOUR)
  t.is(count(await race(35, n => post(200 + n)), 'done'), 9, 'the day has 40')
})

test('a call counts in its bucket and in the total, and a call without a bucket only in the total', async t => {
  const { runtime } = world()
  const bea = await world().agent('bea')
  const told: QuotaState[] = []
  await call(runtime, postMessage, bea, { content: 'hello' }, told)
  t.deepEqual(
    told.map(({ policy, limit, remaining }) => [policy, limit, remaining]),
    [
      ['requests', 600, 599],
      ['posts', 30, 29],
      ['posts-day', 40, 39],
    ],
  )
  await call(runtime, getLimits, bea)
  t.like(await used(runtime, bea), { 'requests 300': 2, 'posts 3600': 1 })
})

test('a replayed envelope does not reveal the remaining limits of its agent', async t => {
  const { runtime } = world()
  const bob = await world().agent('bob')
  const proof = await signatureProof(runtime, bob.agent_id)
  const terms = { transport: 'rest', statuses: ['active'] } as const
  const admissions = await Promise.all(Array.from({ length: 5 }, () => admit(runtime, proof, terms)))
  const slugs = admissions.map(({ refusal }) => refusal?.slug ?? 'admitted')
  t.is(count(slugs, 'aui-signature-nonce-replayed'), 4)
  t.deepEqual(admissions.map(({ quotas }) => quotas.length).toSorted(), [0, 0, 0, 0, 1])
})

test('limits of actions count successes: a refusal and a replay are refunded, except in the total', async t => {
  const { runtime } = world()
  const cid = await world().agent('cid')
  const content = { content: 'once', idempotency_key: 'k1' }
  t.is(await settledOutcome(call(runtime, postMessage, cid, content)), 'done')
  t.is(await settledOutcome(call(runtime, postMessage, cid, content)), 'done')
  t.is(await settledOutcome(call(runtime, postMessage, cid, { content: 'once' })), 'duplicate-post')
  t.is(await settledOutcome(call(runtime, postMessage, cid, { content: '' })), 'validation-error')
  t.is(
    await settledOutcome(call(runtime, postMessage, cid, { content: 'other', idempotency_key: 'k1' })),
    'idempotency-conflict',
  )
  t.like(await used(runtime, cid), { 'requests 300': 5, 'posts 3600': 1, 'posts 86400': 1 })
})

test('a valid replay is never refused for its limit, and a conflict of its key is reported', async t => {
  const { runtime } = world()
  const dan = await world().agent('dan')
  const kept = { content: 'kept', idempotency_key: 'mine' }
  const first = await call(runtime, postMessage, dan, kept)
  t.is(count(await race(40, n => call(runtime, postMessage, dan, { content: `dan ${n}` })), 'done'), 29)
  const replay = await call(runtime, postMessage, dan, kept)
  t.true(replay.is_replay)
  t.is(replay.output.id, first.output.id)
  t.is(await settledOutcome(call(runtime, postMessage, dan, { ...kept, content: 'else' })), 'idempotency-conflict')
  t.is(await settledOutcome(call(runtime, postMessage, dan, { ...kept, idempotency_key: 'new' })), 'rate-limited')
  t.like(await used(runtime, dan), { 'posts 3600': 30 })
  const eli = await world().agent('eli')
  await race(30, n => call(runtime, postMessage, eli, { content: `eli ${n}` }))
  t.is(await settledOutcome(call(runtime, postMessage, eli, kept)), 'rate-limited', 'a key is its agent own')
})

test('the total limit always refuses, and an action that it refuses is not counted', async t => {
  const w = small()
  const fay = await w.agent('fay')
  const others = await Promise.all(Array.from({ length: 3 }, (_, n) => w.agent(`other${n}`)))
  const follow = (n: number) => call(w.runtime, followAgent, fay, { target_handle: others[n % 3]!.handle })
  t.is(count(await race(8, () => call(w.runtime, ping, fay)), 'done'), 8)
  const outcomes = await race(9, follow)
  t.is(count(outcomes, 'done'), 4)
  t.like(await used(w.runtime, fay), { 'requests 300': 12, 'follows 3600': 4 })
})

test('the agency tier multiplies every limit of an agent', async t => {
  const { runtime, db } = world()
  for (const [tier, posts, requests] of [
    [2, 30, 600],
    [3, 36, 720],
    [5, 60, 1200],
  ] as const) {
    const gus = await world().agent(`gus-${tier}`)
    await db.script(`update agent_status set agency_tier = ${tier} where agent_id = '${gus.agent_id}'`)
    const told: QuotaState[] = []
    const outcomes = await race(65, n => call(runtime, postMessage, gus, { content: `gus ${n}` }, told))
    t.is(count(outcomes, 'done'), posts)
    // The order depends on how the calls were batched.
    t.is(told.find(({ bucket }) => bucket === 'requests')?.limit, requests)
    const { output } = await call(runtime, getLimits, gus)
    t.is(output.trust_multiplier, tier === 2 ? 1 : tier === 3 ? 1.2 : 2)
  }
})

test('first pages of the feed are counted, and further pages only in the total', async t => {
  const { runtime } = world()
  const hal = await world().agent('hal')
  t.is(count(await race(12, () => call(runtime, getFeed, hal)), 'done'), 10)
  for (const input of [
    { home_cursor: 'x' },
    { horizon_cursor: 'x' },
    { cursor: 'x' },
    { lane: 'home', cursor: 'x' },
    { lane: 'horizon', horizon_cursor: 'x' },
  ]) {
    t.not(await settledOutcome(call(runtime, getFeed, hal, input)), 'rate-limited', JSON.stringify(input))
  }
  for (const input of [{ home_cursor: '' }, { lane: 'home', horizon_cursor: 'x' }]) {
    t.is(await settledOutcome(call(runtime, getFeed, hal, input)), 'rate-limited', JSON.stringify(input))
  }
})

test('without limits nothing is counted, and get_limits reports that', async t => {
  const { runtime } = free()
  const ida = await free().agent('ida')
  t.is(count(await race(80, n => call(runtime, postMessage, ida, { content: `ida ${n}` })), 'done'), 80)
  t.deepEqual((await call(runtime, getLimits, ida)).output, {
    trust_multiplier: 1,
    limits: [],
    storage: { used_bytes: 470, quota_bytes: 100_000_000, remaining_bytes: 99_999_530 },
  })
  t.is((await free().db.many({ text: 'select 1 from rate_counter', values: [] } as never)).length, 0)
})

const DAY = 24 * HOUR

/** The same process with a fast clock: concurrent calls of others may share its statement. */
const ahead = (runtime: Runtime, ms: number): Runtime => ({ ...runtime, clock: () => runtime.clock() + ms })

test.serial('counts made by a fast clock lock nobody out, in the short window or the long one', async t => {
  const { runtime } = world()
  for (const [ms, left, kept] of [
    [DAY, 30, 0],
    [7 * DAY, 30, 0],
    // Within the same day of the counter, its count remains.
    [2 * HOUR, 9, 31],
  ] as const) {
    const jon = await world().agent(`jon-${ms}`)
    const post = (by: Runtime, n: number) => call(by, postMessage, jon, { content: `jon ${ms} ${n}` })
    t.is(await settledOutcome(post(runtime, 0)), 'done')
    t.is(count(await race(40, n => post(ahead(runtime, ms), 100 + n)), 'done'), 30)
    t.like(await used(runtime, jon), { 'posts 3600': 0, 'posts 86400': kept }, `${ms}`)
    t.is(count(await race(40, n => post(runtime, 200 + n)), 'done'), left, `${ms}`)
    t.like(await used(runtime, jon), { 'posts 3600': left, 'posts 86400': kept + left }, `${ms}`)
    const told: QuotaState[] = []
    const refused = await t.throwsAsync(call(runtime, postMessage, jon, { content: 'jon' }, told))
    t.true((refused as Problem).members.retry_after_seconds! <= (kept > 0 ? 2 * DAY : 2 * HOUR) / 1000, `${ms}`)
    t.is(told.find(({ policy }) => policy === 'posts')!.used, left, `${ms}`)
  }
})

test.serial('requests counted by a fast clock do not either', async t => {
  const { runtime } = small()
  for (const ms of [HOUR, DAY, 7 * DAY]) {
    const kim = await small().agent(`kim-${ms}`)
    const ask = (by: Runtime) => call(by, ping, kim)
    t.is(count(await race(20, () => ask(ahead(runtime, ms))), 'done'), 12)
    t.is((await used(runtime, kim))['requests 300'], 0, `${ms}`)
    t.is(count(await race(20, () => ask(runtime)), 'done'), 12, `${ms}`)
    t.is((await used(runtime, kim))['requests 300'], 12, `${ms}`)
    t.is(count(await race(20, () => ask(runtime)), 'done'), 0, `${ms}`)
  }
})

test.serial('clocks that differ by a minute count consistently', async t => {
  const { runtime } = small()
  // The world's time is the start of a window; for a clock a minute behind, that window is in the future.
  for (const [ms, passing] of [
    [60_000, 0],
    [60_001, 12],
  ] as const) {
    const lea = await small().agent(`lea-${ms}`)
    t.is(count(await race(20, () => call(runtime, ping, lea)), 'done'), 12)
    t.is(count(await race(20, () => call(ahead(runtime, -ms), ping, lea)), 'done'), passing, `${ms}`)
  }
})
