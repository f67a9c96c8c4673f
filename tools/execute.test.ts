import test from 'ava'
import { SQL } from 'sql-template-strings'
import { signatureProof, tokenProof } from '../testing/fixtures/proofs.ts'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { getLimits } from './admission/get-limits.ts'
import type { AgentActor } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { Problem } from './core/problems/problem.ts'
import { LIMITS } from './core/rate-limits.ts'
import type { Scope } from './core/scopes.ts'
import { execute, type SentInput } from './execute.ts'
import { approveAuthorization } from './oauth/approve-authorization.ts'
import { postMessage } from './posts/post-message.ts'
import { bindWallet } from './wallet/bind-wallet.ts'

const world = useTestWorld(test, { limits: LIMITS })

interface Changes {
  scopes?: readonly Scope[]
  input?: SentInput
}

async function call(tool: Tool, agent: AgentActor, { scopes, input = { values: {} } }: Changes = {}) {
  const { runtime } = world()
  const proof = scopes
    ? await tokenProof(runtime, agent.agent_id, scopes)
    : await signatureProof(runtime, agent.agent_id)
  const { result, error } = await execute(runtime, tool, proof, { transport: 'rest', request_id: 'test', input })
  if (!result) throw error
  return result
}

async function used(agent: AgentActor) {
  const { limits } = await world().call(getLimits, agent)
  const of = (name: string) => limits.find(({ bucket }: { bucket: string }) => bucket === name)!.used
  return { requests: of('requests'), posts: of('posts') }
}

const unreadable = { values: {}, fault: new Problem('malformed-json', 'The body must be a JSON object.') }

test('a call outside the scope of its token counts as a request, not as an action', async t => {
  const ann = await world().agent('ann')
  const input = { values: { content: 'hello' } }
  const { slug, members } = await world().refusal(call(postMessage, ann, { scopes: ['feed:read'], input }))
  t.is(slug, 'insufficient-scope')
  t.is(members.required_scope, 'post:write')
  t.deepEqual(await used(ann), { requests: 1, posts: 0 })
  await call(postMessage, ann, { scopes: ['feed:read', 'post:write'], input })
  t.deepEqual(await used(ann), { requests: 2, posts: 1 })
})

test('an input is parsed after admission; an invalid one is refunded as an action', async t => {
  const bob = await world().agent('bob')
  t.is((await world().refusal(call(postMessage, bob, { input: unreadable }))).slug, 'malformed-json')
  t.deepEqual(await used(bob), { requests: 1, posts: 0 })
  await world().db.script(`update agent_status set status = 4 where agent_id = '${bob.agent_id}'`)
  t.is((await world().refusal(call(postMessage, bob, { input: unreadable }))).slug, 'aui-signature-agent-inactive')
})

test('a disabled feature is reported before an input that cannot be parsed', async t => {
  const carl = await world().agent('carl')
  t.is((await world().refusal(call(bindWallet, carl, { input: unreadable }))).slug, 'wallet-unavailable')
})

test.serial(
  'a dry run counts as a request, and is checked against the limit of its action without counting',
  async t => {
    const dora = await world().agent('dora')
    const write = (values: object) => call(postMessage, dora, { input: { values } })
    t.true((await write({ content: 'dry', dry_run: true })).is_dry_run)
    await world().refusal(write({ content: '', dry_run: true }))
    t.deepEqual(await used(dora), { requests: 2, posts: 0 })
    const rows = () => world().db.many(SQL`select * from rate_counter where expires_at > ${new Date(0)}`)
    const before = await rows()
    await write({ content: 'done', idempotency_key: 'k' })
    const { limit } = LIMITS.posts.windows[0]
    await world().db.many(SQL`update rate_counter set short_current = ${limit}, long_current = ${limit}`)
    const full = await rows()
    t.true(full.length > before.length)
    const { slug, members } = await world().refusal(write({ content: 'dry again', dry_run: true }))
    t.deepEqual([slug, members.bucket], ['rate-limited', 'posts'])
    t.like(await write({ content: 'done', idempotency_key: 'k', dry_run: true }), { is_dry_run: true, is_replay: true })
    t.deepEqual(await rows(), full)
  },
)

test('a limit that counts refused calls counts dry runs', async t => {
  const eve = await world().agent('eve')
  const input = { code: 'K7QMR2XD', redirect_host: '127.0.0.1:33418', scopes: ['feed:read'], dry_run: true }
  t.is((await world().refusal(call(approveAuthorization, eve, { input: { values: input } }))).slug, 'not-found')
  const { limits } = await world().call(getLimits, eve)
  t.is(limits.find(({ bucket }: { bucket: string }) => bucket === 'approvals')!.used, 1)
})
