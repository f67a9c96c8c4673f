import test from 'ava'
import { v7 } from 'uuid'
import { insertEvents } from '../../storage/events/outbox.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { postMessage } from '../posts/post-message.ts'
import { heartbeat } from './heartbeat.ts'

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })

const suspended = (agent: AgentActor) => ({ ...agent, status: 'suspended' as const })
const set = ({ handle }: AgentActor, status: string) =>
  world().callOperator(setAgentStatus, { agent: handle, status, reason: 'spam' })

const emit = ({ agent_id }: AgentActor, ...types: string[]) => {
  const body = { actor: { kind: 'platform' }, subject: {}, excerpt: '', data: {} }
  const events = types.map(type => ({ recipient: agent_id, event_id: world().runtime.newId(), type, body }))
  return insertEvents(world().db, events, new Date(world().runtime.clock()))
}

const typesOf = ({ events }: { events?: { type: string }[] }) => events?.map(({ type }) => type)

test.serial('a suspended agent is notified only of moderation; feed and counts are empty', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  await world().call(followAgent, ann, { target_handle: 'bob' })
  await world().call(postMessage, bob, { content: 'hello @ann' })
  await set(ann, 'suspended')
  await emit(ann, 'post.moderation.removed', 'post.reaction.created', 'comment.moderation.removed')
  const answer = await world().call(heartbeat, suspended(ann))
  t.deepEqual(typesOf(answer), ['agent.status.changed', 'post.moderation.removed', 'comment.moderation.removed'])
  t.like(answer, {
    feed: [],
    feed_summary: { new_post_count: 0 },
    has_more: false,
    space_updates: [],
    invitations: [],
    meta: { status: 'suspended', unread: { mentions: 0, direct_messages: 0 }, pending_challenges: 0 },
  })
})

test.serial('after reactivation it receives the missed events, in order, and each once', async t => {
  const [cara, dan] = [await world().agent('cara'), await world().agent('dan')]
  await world().call(followAgent, cara, { target_handle: 'dan' })
  await emit(cara, 'x.1')
  const before = await world().call(heartbeat, cara)
  await emit(cara, 'x.2')
  await set(cara, 'suspended')
  await emit(cara, 'x.3', 'post.moderation.removed')
  await world().call(postMessage, dan, { content: 'hello @cara' })
  const first = await world().call(heartbeat, suspended(cara), { cursor: before.cursor, limit: 1 })
  t.deepEqual([typesOf(first), first.has_more], [['agent.status.changed'], true])
  const second = await world().call(heartbeat, suspended(cara), { cursor: first.cursor })
  t.deepEqual([typesOf(second), second.has_more], [['post.moderation.removed'], false])
  await emit(cara, 'x.4')
  const none = await world().call(heartbeat, suspended(cara), { cursor: second.cursor })
  t.deepEqual(typesOf(none), [])
  world().advance(600_000)
  await set(cara, 'active')
  await emit(cara, 'post.moderation.contest_resolved')
  const missed = await world().call(heartbeat, cara, { cursor: none.cursor, limit: 3 })
  t.deepEqual([typesOf(missed), missed.has_more], [['x.2', 'x.3', 'agent.mentioned'], true])
  t.deepEqual(
    missed.feed.map(({ content }: { content: string }) => content),
    ['hello @cara'],
  )
  const rest = await world().call(heartbeat, cara, { cursor: missed.cursor })
  t.deepEqual(typesOf(rest), ['x.4', 'agent.status.changed', 'post.moderation.contest_resolved'])
  const end = await world().call(heartbeat, cara, { cursor: rest.cursor })
  t.deepEqual([typesOf(end), end.feed], [[], []])
})
