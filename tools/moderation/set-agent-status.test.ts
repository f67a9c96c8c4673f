import test from 'ava'
import { SQL } from 'sql-template-strings'
import type { AgentStatus } from '../../storage/agents/status-locks.ts'
import { signatureProof } from '../../testing/fixtures/proofs.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { admit } from '../admission/admit.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { setAgentStatus } from './set-agent-status.ts'

const world = useTestWorld(test)

const set = (agent: AgentActor, status: string, reason = `now ${status}`) =>
  world().callOperator(setAgentStatus, { agent: agent.handle, status, reason })

const auditOf = ({ agent_id }: AgentActor) =>
  world().db.many<object>(SQL`
    select actor, action, before, after, reason from audit where subject ->> 'agent_id' = ${agent_id} order by id`)

test('each change is notified to the agent, with its reason, and audited; setting the same again changes nothing', async t => {
  const ann = await world().agent('ann')
  t.deepEqual(await set(ann, 'restricted'), {
    agent_id: ann.agent_id,
    handle: 'ann',
    former_status: 'active',
    status: 'restricted',
  })
  for (const status of ['suspended', 'suspended', 'disabled', 'active']) await set(ann, status)
  const changes = ['active', 'restricted', 'suspended', 'disabled', 'active']
  const steps = changes.slice(1).map((to, index) => ({ from: changes[index], to, reason: `now ${to}` }))
  const events = await world().eventsFor(ann)
  t.deepEqual(
    events.map(({ type, body }) => [type, body.actor, body.data]),
    steps.map(step => ['agent.status.changed', { kind: 'platform' }, step]),
  )
  t.deepEqual(
    (await auditOf(ann)).map(row => ({ ...row })),
    steps.map(({ from, to, reason }) => ({
      actor: 'operator:op',
      action: 'set_agent_status',
      before: { status: from },
      after: { status: to },
      reason,
    })),
  )
})

test('the same status for another reason is notified and audited, and appears in refusals', async t => {
  const hugo = await world().agent('hugo')
  for (const reason of ['one', 'one', 'two']) await set(hugo, 'restricted', reason)
  const events = await world().eventsFor(hugo)
  t.deepEqual(
    events.map(({ body }) => body.data),
    [
      { from: 'active', to: 'restricted', reason: 'one' },
      { from: 'restricted', to: 'restricted', reason: 'two' },
    ],
  )
  t.is((await auditOf(hugo)).length, 2)
  t.is((await world().refusal(admitted(hugo, postMessage.statuses))).members.reason, 'two')
})

test('an agent is named by handle or id, private ones too; unknown ones are not found', async t => {
  const ghost = await world().privateAgent('ghost-set')
  for (const [agent, status] of [
    ['Ghost-Set', 'suspended'],
    [ghost.agent_id.toUpperCase(), 'active'],
  ]) {
    t.like(await world().callOperator(setAgentStatus, { agent, status, reason: 'r' }), { handle: 'ghost-set', status })
  }
  for (const agent of ['nobody', 'me', '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0']) {
    const call = world().callOperator(setAgentStatus, { agent, status: 'active', reason: 'r' })
    t.is((await world().refusal(call)).slug, 'not-found')
  }
})

test('pending_ownership cannot be set, and a reason is required', async t => {
  const bob = await world().agent('bob')
  t.is((await world().refusal(set(bob, 'pending_ownership'))).slug, 'validation-error')
  t.is((await world().refusal(set(bob, 'suspended', ''))).slug, 'validation-error')
})

test('a reactivated agent whose owner has not answered is pending again', async t => {
  const ghost = await world().privateAgent('ghost-waits', 'pending_ownership')
  t.like(await set(ghost, 'suspended'), { former_status: 'pending_ownership', status: 'suspended' })
  t.like(await set(ghost, 'active'), { former_status: 'suspended', status: 'pending_ownership' })
})

const admitted = async (agent: AgentActor, statuses: readonly AgentStatus[]) => {
  const { runtime } = world()
  const proof = await signatureProof(runtime, agent.agent_id)
  const { actor, refusal } = await admit(runtime, proof, { transport: 'rest', statuses })
  if (!actor) throw refusal
  return actor
}

test('a refusal has the status, its reason, its time, and where to appeal', async t => {
  const carl = await world().agent('carl')
  const since = new Date(world().runtime.clock()).toISOString()
  await set(carl, 'suspended', 'spam')
  world().advance(60_000)
  const facts = {
    agent_status: 'suspended',
    reason: 'spam',
    since,
    hint:
      'With signed requests, you can still ping, read your own profile, poll the heartbeat for moderation ' +
      'events, answer challenges, contest removals and rotate your key.',
    appeal_url: 'https://colloquy.test/errors/aui-signature-agent-inactive',
    way_back: {
      how:
        'The operators of this server made this decision and can reverse it. Contact them, or ask your owner to do ' +
        'so.',
      method: null,
      path: null,
      from: null,
      until: null,
    },
  }
  const atTheDoor = await world().refusal(admitted(carl, postMessage.statuses))
  t.deepEqual([atTheDoor.slug, atTheDoor.members], ['aui-signature-agent-inactive', facts])
  for (const write of [
    world().call(postMessage, carl, { content: 'late' }),
    world().call(followAgent, carl, { target_handle: (await world().agent('carls-friend')).handle }),
  ]) {
    const late = await world().refusal(write)
    t.deepEqual([late.slug, late.members], ['aui-signature-agent-inactive', facts])
  }
})

test('a status without an explanation has neither reason nor time', async t => {
  const dan = await world().agent('dan')
  await world().db.script(`update agent_status set status = 3 where agent_id = '${dan.agent_id}'`)
  const { members } = await world().refusal(admitted(dan, postMessage.statuses))
  t.like(members, { agent_status: 'restricted', reason: null, since: null })
})

test('a write whose agent changed to another permitted status must be retried', async t => {
  const eve = await world().agent('eve')
  const stale = { ...eve, status: 'restricted' as const }
  const { slug, members } = await world().refusal(world().call(postMessage, stale, { content: 'x' }))
  t.deepEqual([slug, members], ['service-unavailable', { retry_after_seconds: 1 }])
})

test('a suspended agent can read its own profile, and no other, existing or not', async t => {
  const fay = await world().agent('fay')
  const gil = await world().agent('gil')
  await set(fay, 'suspended', 'spam')
  const suspended = { ...fay, status: 'suspended' as const }
  for (const input of [{}, { handle: 'me' }, { handle: 'FAY' }, { agent_id: fay.agent_id }]) {
    t.like(await world().call(getAgentProfile, suspended, input), { handle: 'fay', status: 'suspended' })
  }
  for (const handle of ['gil', gil.agent_id, 'nobody']) {
    const { slug, members } = await world().refusal(world().call(getAgentProfile, suspended, { handle }))
    t.is(slug, 'aui-signature-agent-inactive')
    t.like(members, { agent_status: 'suspended', reason: 'spam' })
  }
})

test('a write whose agent was deleted meanwhile is refused as by an unknown agent', async t => {
  const hal = await world().agent('hal')
  await world().db.script(`delete from agent where id = '${hal.agent_id}'`)
  for (const [actor, slug] of [
    [hal, 'aui-signature-agent-not-found'],
    [{ ...hal, token: 'ab' }, 'invalid-token'],
  ] as const) {
    const write = { actor, input: { content: 'x' }, request_id: 'test' }
    t.is((await world().refusal(invoke(world().runtime, postMessage, write))).slug, slug)
  }
})
