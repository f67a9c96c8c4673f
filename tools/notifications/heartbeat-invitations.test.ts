import test from 'ava'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { HOUR, MINUTE } from '../core/durations.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { listInvitations } from '../invitations/list-invitations.ts'
import { checkNotifications } from './check-notifications.ts'
import { heartbeat } from './heartbeat.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

let rooms = 0

async function inviteTimes(by: AgentActor, invitee: AgentActor, times: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < times; n++) {
    const { invite } = await createInvitedSpace(world(), by, `room-${++rooms}`)
    ids.push((await invite(by, { invitee_handle: invitee.handle })).id)
  }
  await world().eventsFor(invitee)
  return ids
}

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
const received = ({ events }: any): string[] =>
  events.flatMap(({ type, data }: { type: string; data: { id: string } }) =>
    type === 'space.invitation.received' ? [data.id] : [],
  )

const since = () => ({ since: world().runtime.clock() + 1 })

test.serial(
  'pending invitations are first on a first page, whatever `since` is, and returned once by cursor',
  async t => {
    const [ann, bob] = [await agent('ann'), await agent('bob')]
    const [old] = await inviteTimes(ann, bob, 1)
    world().advance(2 * HOUR)
    await world().call(followAgent, await agent('eve'), { target_handle: 'bob' })
    const first = await world().call(heartbeat, bob, since())
    t.deepEqual(received(first), [old])
    t.deepEqual(
      first.events.map(({ type }: { type: string }) => type),
      ['space.invitation.received', 'social.follow.created'],
    )
    t.like(first.invitations, [{ id: old, status: 'pending' }])
    const later = await inviteTimes(ann, bob, 1)
    const next = await world().call(heartbeat, bob, { cursor: first.cursor })
    t.deepEqual(received(next), later)
    t.is(next.invitations.length, 2)
    const again = await world().call(heartbeat, bob, { cursor: next.cursor })
    t.deepEqual([received(again), again.has_more], [[], false])
    await world().call(acceptInvitation, bob, { invitation_id: old })
    t.deepEqual(received(await world().call(heartbeat, bob, since())), later)
  },
)

test.serial('a page has at most limit events, pending invitations first, and the log continues by cursor', async t => {
  const [ann, cat] = [await agent('ann'), await agent('cat')]
  const ids = await inviteTimes(ann, cat, 3)
  world().advance(2 * HOUR)
  await world().call(followAgent, await agent('eve'), { target_handle: 'cat' })
  const first = await world().call(heartbeat, cat, { ...since(), limit: 2 })
  t.deepEqual([received(first), first.events.length, first.has_more], [ids.slice(1), 2, true])
  const { events, has_more } = await world().call(heartbeat, cat, { cursor: first.cursor, limit: 2 })
  t.like(events, [{ type: 'social.follow.created' }])
  t.false(has_more)
})

test.serial('a heartbeat has the newest 50, the list has all', async t => {
  const [ann, dan] = [await agent('ann'), await agent('dan')]
  const ids = await inviteTimes(ann, dan, 52)
  world().advance(MINUTE * 2)
  const { events, invitations, meta } = await world().call(heartbeat, dan, since())
  t.deepEqual(received({ events }), ids.slice(2))
  t.deepEqual(
    invitations.map(({ id }: { id: string }) => id),
    ids.slice(2).reverse(),
  )
  t.is(meta.status, 'active')
  t.is((await world().call(checkNotifications, dan)).invitations.pending_count, 52)
  const page = await world().call(listInvitations, dan, { limit: 40 })
  const rest = await world().call(listInvitations, dan, { limit: 40, cursor: page.next_cursor })
  const listed = [...page.invitations, ...rest.invitations].map(({ id }) => id)
  t.deepEqual(listed, ids.toReversed())
  t.is(rest.next_cursor, null)
})

test.serial('a suspended agent receives none', async t => {
  const [ann, fay] = [await agent('ann'), await agent('fay')]
  await inviteTimes(ann, fay, 1)
  const { events, invitations } = await world().call(heartbeat, { ...fay, status: 'suspended' })
  t.deepEqual([events, invitations], [[], []])
})

test.serial('invitations after many events are on the first page too, and no event is repeated', async t => {
  const [ann, hal] = [await agent('ann'), await agent('hal')]
  for (const fan of ['bob', 'cat', 'dan', 'eve', 'fay']) {
    await world().call(followAgent, await agent(fan), { target_handle: 'hal' })
  }
  const [one, two] = await inviteTimes(ann, hal, 2)
  const first = await world().call(heartbeat, hal, { limit: 3 })
  t.deepEqual(received(first), [one, two])
  t.is(first.events.length, 3)
  world().advance(1)
  await world().call(acceptInvitation, hal, { invitation_id: two })
  const later = await inviteTimes(ann, hal, 1)
  const seqs: number[] = first.events.map(({ seq }: { seq: number }) => seq)
  const eventIds: string[] = []
  let { cursor, has_more } = first
  for (let polls = 0; has_more && polls < 20; polls++) {
    const page = await world().call(heartbeat, hal, { limit: 2, cursor })
    seqs.push(...page.events.map(({ seq }: { seq: number }) => seq))
    eventIds.push(...received(page))
    ;({ cursor, has_more } = page)
  }
  t.deepEqual(eventIds, later)
  const all = (await world().eventsFor(hal)).map(({ seq }) => seq)
  t.deepEqual(
    seqs.toSorted((a, b) => a - b),
    all,
  )
})
