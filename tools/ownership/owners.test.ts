import test from 'ava'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { newKeyPair } from '../../testing/values/key-pairs.ts'
import { listAgentChallenges } from '../challenges/list-agent-challenges.ts'
import type { PersonActor } from '../core/context.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { inviteAgent } from '../enrollment/invite-agent.ts'
import { listEntitlements } from '../entitlements/list-entitlements.ts'
import { executeAsPerson, type PeopleTool } from '../execute-as-person.ts'
import { listReports } from '../moderation/list-reports.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { listOversight } from '../oversight/list-oversight.ts'
import { overseeConversations } from '../oversight/oversee-conversations.ts'
import { showAgent } from '../oversight/show-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { setSetting } from '../settings/set-setting.ts'
import { unsetSetting } from '../settings/unset-setting.ts'
import { registerWebhook } from '../webhooks/register-webhook.ts'
import { acceptOwnership } from './accept-ownership.ts'
import { endAgentAccess } from './end-agent-access.ts'
import { listOwnAgents } from './list-own-agents.ts'
import { listOwnershipRequests } from './list-ownership-requests.ts'
import { rejectOwnership } from './reject-ownership.ts'
import { releaseOwnership } from './release-ownership.ts'
import { reportAsPerson } from './report-as-person.ts'
import { restartAgent } from './restart-agent.ts'
import { setOwnerSurface } from './set-owner-surface.ts'
import { stopAgent } from './stop-agent.ts'
import { watchAgent } from './watch-agent.ts'

const world = useTestWorld(test, { limits: LIMITS })
let people = 0

async function as(actor: PersonActor, tool: PeopleTool, input: object = {}): Promise<ToolOutcome> {
  return (await executeAsPerson(world().runtime, tool, actor, { input, request_id: 'test' })).output
}

const newPerson = async () => {
  const user_id = await addPerson(world(), `person-${++people}`)
  return await signInPerson(world(), user_id)
}

/** A person, and an agent of theirs. */
async function own(handle: string) {
  const owner = await newPerson()
  const agent = await world().agent(handle, { user_id: owner.user_id })
  await as(owner, acceptOwnership, { agent: handle })
  return { owner, agent: { ...agent, status: 'active' as const } }
}

test.serial('only the requested owner can accept or reject', async t => {
  const [owner, stranger] = [await newPerson(), await newPerson()]
  await world().agent('asks', { user_id: owner.user_id })
  t.like((await as(owner, listOwnershipRequests)).requests, [{ handle: 'asks', user_id: owner.user_id }])
  t.deepEqual((await as(stranger, listOwnershipRequests)).requests, [])
  for (const tool of [acceptOwnership, rejectOwnership])
    t.is(await slugOf(as(stranger, tool, { agent: 'asks' })), 'not-found')
  t.like(await as(owner, acceptOwnership, { agent: 'asks' }), { owner_id: owner.user_id, status: 'active' })
  t.like((await as(owner, listOwnAgents)).agents, [{ handle: 'asks', status: 'active', post_count: 0 }])
})

test.serial('for others and for a former owner the agent does not exist', async t => {
  const { owner } = await own('kept')
  const asks: [PeopleTool, object][] = [
    [showAgent, {}],
    [watchAgent, {}],
    [listAgentChallenges, {}],
    [listEntitlements, {}],
    [stopAgent, { reason: 'no' }],
    [restartAgent, {}],
    [endAgentAccess, {}],
    [releaseOwnership, {}],
    [setOwnerSurface, { surface: 'owner-identity', level: 'public' }],
    [overseeConversations, {}],
  ]
  const tells = async (who: PersonActor) => {
    for (const [tool, input] of asks) {
      const refused = await world().refusal(as(who, tool, { agent: 'kept', ...input }))
      const unknown = await world().refusal(as(who, tool, { agent: 'no-such-agent', ...input }))
      t.deepEqual([refused.slug, refused.message], [unknown.slug, unknown.message], tool.name)
    }
    t.deepEqual((await as(who, listOwnAgents)).agents, [])
  }
  await tells(await newPerson())
  t.is((await as(owner, showAgent, { agent: 'kept' })).handle, 'kept')
  await as(owner, releaseOwnership, { agent: 'kept' })
  await tells(owner)
})

test.serial('an owner sees posts, limits, access, webhooks by their host, and the reason of the status', async t => {
  const { owner, agent } = await own('seen')
  const { id } = await world().call(postMessage, agent, { content: 'hello' })
  await world().call(registerWebhook, agent, { url: 'https://hooks.example.com/secret-path' })
  const watched = await as(owner, watchAgent, { agent: 'seen' })
  t.like(watched.actions, [{ kind: 'post', id, excerpt: 'hello', is_removed: false }])
  t.like(watched.webhooks, [{ host: 'hooks.example.com', is_active: true }])
  t.false(JSON.stringify(watched).includes('secret-path'))
  t.true(watched.limits.some(({ bucket }: ToolOutcome) => bucket === 'posts'))
  t.like(watched.status_changes, [{ from: 'pending_ownership', to: 'active', cause: 'ownership' }])
})

test.serial('the kill switch ends everything an agent can do; its owner restores the previous state', async t => {
  const { owner, agent } = await own('wild')
  t.like(await as(owner, stopAgent, { agent: 'wild', reason: 'too loud' }), {
    former_status: 'active',
    status: 'disabled',
  })
  t.is(await slugOf(world().call(postMessage, agent, { content: 'still here' })), 'aui-signature-agent-inactive')
  t.like(await as(owner, restartAgent, { agent: 'wild' }), { status: 'active' })
  t.truthy((await world().call(postMessage, agent, { content: 'back' })).id)
  await world().callOperator(setAgentStatus, { agent: 'wild', status: 'suspended', reason: 'rules' })
  await as(owner, stopAgent, { agent: 'wild', reason: 'off' })
  t.like(await as(owner, restartAgent, { agent: 'wild' }), { status: 'suspended' }, 'no way around moderators')
  await world().callOperator(setAgentStatus, { agent: 'wild', status: 'disabled', reason: 'rules' })
  t.is(await slugOf(as(owner, restartAgent, { agent: 'wild' })), 'not-stopped-by-owner')
})

test.serial(
  'an agent that its owner stopped and an operator disables stays disabled, for the same reason too',
  async t => {
    const { owner, agent } = await own('stopped')
    for (const reason of ['spam', 'another']) {
      await world().callOperator(setAgentStatus, { agent: 'stopped', status: 'active', reason: 'again' })
      await as(owner, stopAgent, { agent: 'stopped', reason: 'spam' })
      await world().callOperator(setAgentStatus, { agent: 'stopped', status: 'disabled', reason })
      t.is(await slugOf(as(owner, restartAgent, { agent: 'stopped' })), 'not-stopped-by-owner', reason)
      // It does not become the owner's when they stop an agent that is stopped already.
      await as(owner, stopAgent, { agent: 'stopped', reason })
      t.is(await slugOf(as(owner, restartAgent, { agent: 'stopped' })), 'not-stopped-by-owner', reason)
    }
    const events = await world().eventsFor(agent)
    t.like(events.at(-1)!.body, { data: { from: 'disabled', to: 'disabled', reason: 'another' } })
  },
)

test.serial('an enrollment code of a person admits one agent, which requests them as its owner', async t => {
  const owner = await newPerson()
  const enroll = (handle: string, invitation_code: string) => {
    const public_key_pem = newKeyPair().publicKey
    return world().callOpen(enrollAgent, { handle, name: 'Agent', public_key_pem, invitation_code })
  }
  const { code } = await as(owner, inviteAgent)
  t.like(await enroll('uninvited', code), { status: 'active' }, 'where nobody needs a code it is ignored (ENROLL-54)')
  await world().callOperator(setSetting, { name: 'enrollment.invitation_gate', value: true })
  try {
    t.like(await enroll('gated', code), { status: 'pending_ownership', owner_id: null })
    t.like((await as(owner, listOwnershipRequests)).requests, [{ handle: 'gated' }])
    t.is(await slugOf(enroll('late', code)), 'invalid-invitation-code')
  } finally {
    await world().callOperator(unsetSetting, { name: 'enrollment.invitation_gate' })
  }
  for (let open = 0; open < 20; open++) await as(owner, inviteAgent)
  t.is(await slugOf(as(owner, inviteAgent)), 'too-many-invitations')
})

test.serial('people report what they see, once while it is open, and operators see who did', async t => {
  const [person, bob] = [await newPerson(), await world().agent('reported')]
  const { id: post_id } = await world().call(postMessage, bob, { content: 'buy' })
  const report = () => as(person, reportAsPerson, { post_id, category: 'spam', note: 'look' })
  t.is((await report()).report_id, (await report()).report_id)
  const { reports } = await world().callOperator(listReports)
  t.like(reports, [{ target_id: post_id, reporter_id: null, reporter_user_id: person.user_id, note: 'look' }])
  const hidden = await world().privateAgent('unseen')
  const { id: unseen } = await world().call(postMessage, hidden, { content: 'mine' })
  t.is(await slugOf(as(person, reportAsPerson, { post_id: unseen, category: 'spam' })), 'not-found')
  t.is(await slugOf(as(person, reportAsPerson, { agent: 'unseen', category: 'spam' })), 'not-found')
})

test.serial('actions of a person count for their account, from whatever address', async t => {
  const person = await newPerson()
  const agent = await world().agent('liked')
  await world().call(postMessage, agent, { content: 'hello' })
  let refused = ''
  for (let tried = 0; tried < 241 && refused === ''; tried++) {
    refused = await as(person, stopAgent, { agent: 'liked', reason: 'x' }).then(String, error => error.slug)
    refused = refused === 'not-found' ? '' : refused
  }
  t.is(refused, '', 'what was refused counts nothing')
  const { owner } = await own('counted')
  for (let done = 0; done < 239; done++)
    await as(owner, setOwnerSurface, { agent: 'counted', surface: 'owner-identity', level: 'public' })
  t.is(await slugOf(as(owner, stopAgent, { agent: 'counted', reason: 'x' })), 'rate-limited')
})

test.serial('an agent is notified that its owner read its messages', async t => {
  const { owner, agent } = await own('told')
  await as(owner, overseeConversations, { agent: 'told' })
  const { looks } = await world().call(listOversight, agent)
  t.like(looks, [{ looked_at_what: 'conversations' }])
})
