import test, { type ExecutionContext } from 'ava'
import { seedAgent } from '../testing/fixtures/fully-seeded-agent.ts'
import { selfWriteTargets, writeAttemptsOf } from '../testing/fixtures/self-writes.ts'
import { completeTestTask, offerTestService } from '../testing/fixtures/test-market.ts'
import { type TestWorld, type ToolOutcome, useTestWorld } from '../testing/fixtures/test-world.ts'
import { digestTables } from '../testing/leak-checks/table-digests.ts'
import { listChallenges } from './challenges/list-challenges.ts'
import type { AgentActor } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { invoke } from './core/invoke-tool.ts'
import { Problem } from './core/problems/problem.ts'
import { answerServiceDispute } from './disputes/answer-service-dispute.ts'
import { openServiceDispute } from './disputes/open-service-dispute.ts'
import { withdrawServiceDispute } from './disputes/withdraw-service-dispute.ts'
import { acquireServiceEntitlement } from './entitlements/acquire-service-entitlement.ts'
import { revokeServiceEntitlement } from './entitlements/revoke-service-entitlement.ts'
import { acceptInvitation } from './invitations/accept-invitation.ts'
import { declineInvitation } from './invitations/decline-invitation.ts'
import { inviteToSpace } from './invitations/invite-to-space.ts'
import { respondToInvitation } from './invitations/respond-to-invitation.ts'
import { withdrawInvitation } from './invitations/withdraw-invitation.ts'
import { moveAgent } from './moving/move-agent.ts'
import { returnAgent } from './moving/return-agent.ts'
import { postMessage } from './posts/post-message.ts'
import { getAgentProfile } from './profiles/get-agent-profile.ts'
import { TOOLS } from './registry.ts'
import { deleteServiceReview } from './reviews/delete-service-review.ts'
import { reviewService } from './reviews/review-service.ts'
import { createService } from './services/create-service.ts'
import { grantServiceAccess } from './services/grant-service-access.ts'
import { revokeServiceAccess } from './services/revoke-service-access.ts'
import { setServicePricing } from './services/set-service-pricing.ts'
import { transitionService } from './services/transition-service.ts'
import { updateService } from './services/update-service.ts'
import { createSpace } from './spaces/create-space.ts'
import { joinSpace } from './spaces/join-space.ts'
import { leaveSpace } from './spaces/leave-space.ts'
import { removeMember } from './spaces/remove-member.ts'
import { setMemberPermissions } from './spaces/set-member-permissions.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { registerWebhook } from './webhooks/register-webhook.ts'
import { replayDeliveries } from './webhooks/replay-deliveries.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'

const signals: string[] = []
const signal = (name: string) => () => void signals.push(name)

const world = useTestWorld(test, {
  wakeOutbox: signal('outbox'),
  wakeTasks: signal('tasks'),
  changes: { next: async () => false, until: async () => false, notify: signal('changes'), stop() {} },
})

const WRITES = TOOLS.filter(({ effect }) => effect !== 'read')

/** The outcome of a call: its output, or the problem. */
async function outcomeOf(tool: Tool, actor: AgentActor, input: object): Promise<ToolOutcome> {
  const written = (name: string) => JSON.stringify((input as Record<string, unknown>)[name])
  try {
    const { output } = await invoke(world().runtime, tool, { actor, input, request_id: 'test', written })
    return output
  } catch (error) {
    if (error instanceof Problem) return { refused: error.slug, ...error.members }
    throw error
  }
}

/** The result without values created by the call, which are null in a dry run. */
function withoutNew(done: unknown, dry: unknown): unknown {
  if (dry === null && typeof done === 'string') return null
  if (Array.isArray(done) && Array.isArray(dry)) return done.map((item, index) => withoutNew(item, dry[index]))
  if (typeof done !== 'object' || done === null || typeof dry !== 'object' || dry === null) return done
  const members = Object.entries(done).map(([name, member]) => [name, withoutNew(member, dry[name as never])])
  return Object.fromEntries(members)
}

/** By tool, the results of dry runs before the real call with the same input. */
const rehearsed = new Map<string, ToolOutcome[]>()

/** A world in which every write is preceded by a dry run. */
function rehearsing(t: ExecutionContext): TestWorld {
  const whole = world()
  const call = async (tool: Tool, actor: AgentActor, input: object = {}) => {
    if (tool.effect === 'read') return await whole.call(tool, actor, input)
    const before = await digestTables(whole.db)
    signals.length = 0
    const dry = await outcomeOf(tool, actor, { ...input, dry_run: true })
    t.deepEqual(signals, [], tool.name)
    const after = await digestTables(whole.db)
    t.deepEqual(
      Object.keys(after).filter(name => after[name] !== before[name]),
      [],
      tool.name,
    )
    const done = await outcomeOf(tool, actor, input)
    rehearsed.set(tool.name, [...(rehearsed.get(tool.name) ?? []), dry])
    if (dry.stopped_before === undefined) {
      const { dry_run, ...output } = dry
      t.is(dry_run, 'refused' in done ? undefined : true, tool.name)
      t.deepEqual(withoutNew(done, output), output, tool.name)
    }
    if (!('refused' in done)) return done
    const { refused, ...members } = done
    throw new Problem(refused, 'refused', members)
  }
  return { ...whole, call: call as TestWorld['call'] }
}

/** Tools that need more than this world has: a chain, an owner, a code, another key, an archive. */
const ELSEWHERE = [
  'add_key',
  'approve_authorization',
  'bind_wallet',
  'cancel_agent_deletion',
  'end_key_recovery',
  'import_agent',
  'purchase_with_x402',
  'quote_service_purchase',
  'rename_key',
  'request_owner',
  'revoke_key',
  'send_dm_to_user',
  'settle_service_purchase',
  'test_webhook',
  'unbind_wallet',
  'replay_delivery',
]

test('a dry run of every writing tool returns what the call does, and changes nothing', async t => {
  const trying = rehearsing(t)
  // Created at first use, possibly by a read.
  for (const purpose of ['broker', 'records'] as const) await world().runtime.signingKey(purpose)
  const friend = await world().agent('friend')
  await changeThings(trying, await world().agent('maker'), friend)
  await seedAgent(trying, 'author', friend)
  const [ghost, stan] = [await world().privateAgent('ghost', 'pending_ownership'), await world().agent('stan')]
  const attempts = writeAttemptsOf(await selfWriteTargets(world(), ghost, stan))
  for (const [name, inputs] of Object.entries(attempts)) {
    const tool = WRITES.find(one => one.name === name)!
    for (const [input, refusal] of inputs) {
      const refused = await trying.call(tool, ghost, input).then(
        () => undefined,
        error => error.slug,
      )
      t.is(refused, refusal, tool.name)
    }
  }
  t.deepEqual([...rehearsed.keys()].sort(), WRITES.map(({ name }) => name).sort())
  const never = [...rehearsed].filter(([, all]) => all.every(({ dry_run }) => !dry_run)).map(([name]) => name)
  t.deepEqual(never.sort(), ELSEWHERE.sort())
})

/** Changes, ends or responds to things that others created. */
async function changeThings(trying: TestWorld, agent: AgentActor, friend: AgentActor): Promise<void> {
  const { call } = trying
  const inviting = { space_handle: 'room', invitee_handle: 'friend' }
  const { space_handle } = inviting
  await call(createSpace, agent, { handle: space_handle, name: 'Room' })
  await call(joinSpace, friend, { space_handle })
  const { member_id } = await call(setMemberPermissions, agent, {
    space_handle,
    member_id: friend.agent_id,
    can_post: false,
  })
  await call(removeMember, agent, { space_handle, member_id })
  const invite = async () => (await call(inviteToSpace, agent, inviting)).id
  await call(declineInvitation, friend, { invitation_id: await invite() })
  await call(withdrawInvitation, agent, { invitation_id: await invite() })
  await call(acceptInvitation, friend, { invitation_id: await invite() })
  await call(leaveSpace, friend, { space_handle })
  await call(respondToInvitation, friend, { invitation_id: await invite(), action: 'accept' })
  const { id: service_id } = await call(createService, agent, { handle: 'sold', name: 'Sold' })
  await call(updateService, agent, { service_id, name: 'Sold again' })
  await call(setServicePricing, agent, { service_id, model: 'free' })
  await call(transitionService, agent, { service_id, to: 'active' })
  await call(grantServiceAccess, agent, { service_id, agent: 'friend' })
  await call(revokeServiceAccess, agent, { service_id, agent: 'friend' })
  const { offer_revision_id } = await offerTestService(world(), friend)
  const { entitlement_id } = await call(acquireServiceEntitlement, agent, { offer_revision_id })
  await call(revokeServiceEntitlement, agent, { entitlement_id })
  const offer = await offerTestService(world(), friend)
  const broker_task_id = await completeTestTask(trying, [agent, friend], offer)
  await call(openServiceDispute, agent, { broker_task_id, statement: 'It was late.' })
  await call(answerServiceDispute, friend, { broker_task_id, statement: 'It was not.' })
  await call(withdrawServiceDispute, agent, { broker_task_id })
  await call(reviewService, agent, { broker_task_id, rating: 3 })
  await call(deleteServiceReview, agent, { service_id: offer.service_id })
  const { id: webhook_id } = await call(registerWebhook, agent, { url: 'https://hooks.example.com/' })
  await call(updateWebhook, agent, { webhook_id, description: 'mine', rotate_secret: true })
  await call(replayDeliveries, agent, { webhook_id, since: '2026-11-21T11:00:00Z' })
  await call(deleteWebhook, agent, { webhook_id })
  await call(moveAgent, agent, { identifier: 'me', moved_to: 'https://new.example/@maker' })
  // Admission refuses an agent that has moved.
  await call(returnAgent, { ...agent, status: 'restricted' }, { identifier: 'me' })
}

test('new ids, secrets and permalinks are null, and absent on MCP', async t => {
  const ann = await world().agent('ann')
  const dry = { content: 'hello', dry_run: true }
  const post = await world().call(postMessage, ann, dry)
  t.like(post, { dry_run: true, id: null, permalink: null, content: 'hello', agent_id: ann.agent_id })
  const result = await world().call(postMessage, ann, dry, 'mcp')
  t.deepEqual(
    ['id', 'permalink', 'dry_run'].map(name => name in result),
    [false, false, true],
  )
  t.is(result.content, 'hello')
})

test('the option is a boolean, and reads do not have it', async t => {
  const ben = await world().agent('ben')
  const call = (tool: Tool, input: object) => outcomeOf(tool, ben, input)
  for (const dry_run of ['yes', 1, [], 'true']) {
    const { refused, errors } = await call(postMessage, { content: 'no', dry_run })
    t.is(refused, 'validation-error')
    t.is(errors[0].pointer, '/dry_run')
  }
  for (const dry_run of [false, null])
    t.is((await call(postMessage, { content: `${dry_run}`, dry_run })).dry_run, undefined)
  t.false('dry_run' in (await call(getAgentProfile, { dry_run: true })))
})

test('a dry run of a repetition returns what the repetition does', async t => {
  const cid = await world().agent('cid')
  const input = { content: 'once', idempotency_key: 'k' }
  const { id } = await world().call(postMessage, cid, input)
  t.like(await outcomeOf(postMessage, cid, { ...input, dry_run: true }), { id, dry_run: true })
  t.like(await outcomeOf(postMessage, cid, { ...input, content: 'twice', dry_run: true }), {
    refused: 'idempotency-conflict',
  })
  const { refused, existing_post_id } = await outcomeOf(postMessage, cid, { content: 'once', dry_run: true })
  t.deepEqual([refused, existing_post_id], ['duplicate-post', id])
})

test('a dry run sends nothing outside, and uses up no attempt', async t => {
  const dora = await world().agent('dora')
  const hook = { url: 'https://hooks.example.com/', dry_run: true }
  t.deepEqual(await outcomeOf(registerWebhook, dora, hook), { dry_run: true, stopped_before: 'outbound_call' })
  t.deepEqual(await outcomeOf(listChallenges, dora, { dry_run: true }), { dry_run: true, stopped_before: 'attempt' })
})
