import test from 'ava'
import { signatureProof } from '../../testing/fixtures/proofs.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import type { Problem } from '../core/problems/problem.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { type Admission, admit } from './admit.ts'

const world = useTestWorld(test)
const limited = useTestWorld(test, {
  limits: { ...LIMITS, requests: { per: 'agent', windows: [{ limit: 30, windowMs: 300_000 }] } },
})

const ALL = ['active', 'pending_ownership'] as const

async function admitSigned(
  actor: AgentActor,
  nonce: string,
  options: { at?: number; w?: ReturnType<typeof world> } = {},
) {
  const { runtime } = options.w ?? world()
  const proof = await signatureProof(runtime, actor.agent_id, { nonce })
  const { timestamp_ms = proof.timestamp_ms } = { timestamp_ms: options.at }
  return await admit(runtime, { ...proof, timestamp_ms }, { transport: 'rest', statuses: ALL })
}

const slug = (call: Promise<Admission>) =>
  call.then(
    ({ refusal }) => refusal?.slug ?? 'admitted',
    (error: Problem) => error.slug,
  )

test('a nonce is accepted once for each agent, also among 32 concurrent requests', async t => {
  const ann = await world().agent('ann')
  const bob = await world().agent('bob')
  t.is(await slug(admitSigned(ann, 'n1')), 'admitted')
  t.is(await slug(admitSigned(ann, 'n1')), 'aui-signature-nonce-replayed')
  t.is(await slug(admitSigned(bob, 'n1')), 'admitted')
  const outcomes = await Promise.all(Array.from({ length: 32 }, () => slug(admitSigned(ann, 'raced'))))
  t.is(outcomes.filter(outcome => outcome === 'admitted').length, 1)
  t.is(outcomes.filter(outcome => outcome === 'aui-signature-nonce-replayed').length, 31)
})

test('a nonce is stored until max(receipt, timestamp_ms) + 300 s', async t => {
  const carl = await world().agent('carl')
  const start = world().runtime.clock()
  const storedUntil = async () => {
    const rows = await world().db.many<{ expires_at: string }>({
      text: 'select max(expires_at) as expires_at from nonce',
      values: [],
    } as never)
    return Date.parse(rows[0]!.expires_at) - start
  }
  await admitSigned(carl, 'early', { at: start - 200_000 })
  t.is(await storedUntil(), 300_000)
  await admitSigned(carl, 'late', { at: start + 299_000 })
  t.is(await storedUntil(), 599_000)
})

test('a rotated key, a suspended and an unknown agent are distinguished, in this order after the nonce', async t => {
  const dora = await world().agent('dora')
  t.is(await slug(admitSigned(dora, 'a')), 'admitted')
  await world().db.script(`update agent_status set status = 4 where agent_id = '${dora.agent_id}'`)
  t.is(await slug(admitSigned(dora, 'a')), 'aui-signature-nonce-replayed')
  t.is(await slug(admitSigned(dora, 'b')), 'aui-signature-agent-inactive')
  await world().db.script(`update agent_status set key_version = 2 where agent_id = '${dora.agent_id}'`)
  t.is(await slug(admitSigned(dora, 'c')), 'aui-signature-verification-failed')
  const { runtime } = world()
  const proof = await signatureProof(runtime, dora.agent_id)
  const unknown = { ...proof, holder: { ...proof.holder, agent_id: runtime.newId() } }
  const call = admit(runtime, unknown, { transport: 'rest', statuses: ALL })
  t.is(await slug(call), 'aui-signature-agent-not-found')
})

test('200 parallel calls with a limit of 30 give exactly 30; the window slides and refusals do not lengthen it', async t => {
  const w = limited()
  const eve = await w.agent('eve')
  const finn = await w.agent('finn')
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, i) => slug(admitSigned(eve, `n${i}`, { w }))))
  t.is(outcomes.filter(outcome => outcome === 'admitted').length, 30)
  t.is(outcomes.filter(outcome => outcome === 'rate-limited').length, 170)
  t.is(await slug(admitSigned(finn, 'other agent', { w })), 'admitted')
  w.advance(300_000)
  t.is(await slug(admitSigned(eve, 'still full', { w })), 'rate-limited')
  w.advance(150_000)
  const half = await Promise.all(Array.from({ length: 30 }, (_, i) => slug(admitSigned(eve, `h${i}`, { w }))))
  t.is(half.filter(outcome => outcome === 'admitted').length, 15)
  w.advance(600_000)
  t.is(await slug(admitSigned(eve, 'fresh', { w })), 'admitted')
})
