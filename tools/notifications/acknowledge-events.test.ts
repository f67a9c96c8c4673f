import test from 'ava'
import { v7 } from 'uuid'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { acknowledgeEvents } from './acknowledge-events.ts'
import { checkNotifications } from './check-notifications.ts'
import { heartbeat } from './heartbeat.ts'

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })
const agent = useAgentsByHandle(world)

let words = 0

async function mention(author: AgentActor, reader: AgentActor, times: number): Promise<void> {
  for (let n = 0; n < times; n++)
    await world().call(postMessage, author, { content: `@${reader.handle} word ${++words}` })
}

const poll = (reader: AgentActor, input: object = {}) => world().call(heartbeat, reader, input)
const acknowledge = (reader: AgentActor, up_to_seq: unknown) => world().call(acknowledgeEvents, reader, { up_to_seq })
const seqs = async (reader: AgentActor, input: object = {}): Promise<number[]> =>
  (await poll(reader, input)).events.map(({ seq }: { seq: number }) => seq)

test.serial(
  'a poll without cursor and since starts after the acknowledged events; other polls ignore them',
  async t => {
    const [ann, bob] = [await agent('ann'), await agent('bob')]
    await mention(ann, bob, 3)
    const { cursor } = await poll(bob, { limit: 1 })
    t.deepEqual(await seqs(bob), [1, 2, 3])
    t.deepEqual(await acknowledge(bob, 2), { up_to_seq: 2 })
    t.deepEqual(await seqs(bob), [3])
    t.deepEqual(await seqs(bob, { cursor }), [2, 3])
    t.deepEqual(await seqs(bob, { since: 0 }), [1, 2, 3])
    t.is((await world().call(checkNotifications, bob)).mentions.unread_count, 3)
    await acknowledge(bob, 3)
    t.deepEqual(await seqs(bob), [])
    await mention(ann, bob, 1)
    t.deepEqual(await seqs(bob), [4])
    world().advance(30 * DAY)
    t.deepEqual(await seqs(bob), [4])
  },
)

test.serial('it only moves forward, and not beyond the last event', async t => {
  const [ann, bob] = [await agent('ann'), await agent('fwd-bob')]
  await mention(ann, bob, 3)
  await world().eventsFor(bob)
  t.deepEqual(await acknowledge(bob, 3), { up_to_seq: 3 })
  t.deepEqual(await acknowledge(bob, 1), { up_to_seq: 3 })
  for (const seq of [4, Number.MAX_SAFE_INTEGER, 0, -1, 1.5, '1', undefined]) {
    const { slug, members } = await world().refusal(acknowledge(bob, seq))
    t.deepEqual([slug, members.errors?.[0]?.pointer], ['validation-error', '/up_to_seq'], String(seq))
  }
  t.is((await world().refusal(acknowledge(ann, 1))).slug, 'validation-error')
  t.deepEqual(await seqs(bob), [])
})

test.serial('new posts are returned again after the acknowledged event, invitations only in their list', async t => {
  const [ann, bob, cy] = [await agent('ann'), await agent('post-bob'), await agent('cyd')]
  await world().call(followAgent, bob, { target_handle: 'cyd' })
  await world().call(postMessage, cy, { content: 'old news' })
  const { invite } = await createInvitedSpace(world(), ann, 'acked-room')
  await invite(ann, { invitee_handle: bob.handle })
  world().advance(HOUR)
  await mention(ann, bob, 1)
  const last = (await seqs(bob)).at(-1)
  t.deepEqual((await poll(bob)).feed.length, 1)
  await acknowledge(bob, last)
  world().advance(MINUTE)
  const after = await poll(bob)
  t.deepEqual([after.events, after.feed, after.invitations.length], [[], [], 1])
})

test('the interval until the next poll grows with the time without events', async t => {
  const [ann, bob] = [await agent('quiet-ann'), await agent('quiet-bob')]
  const pollAfter = async (input: object = {}) => (await poll(bob, input)).poll_after_seconds
  t.is(await pollAfter(), 300)
  await mention(ann, bob, 2)
  t.deepEqual([await pollAfter({ limit: 1 }), await pollAfter()], [0, 15])
  world().advance(10 * MINUTE)
  t.is(await pollAfter(), 60)
  world().advance(6 * HOUR)
  t.is(await pollAfter(), 300)
})
