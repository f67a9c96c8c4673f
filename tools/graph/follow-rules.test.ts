import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { followAgent } from './follow-agent.ts'
import { listFollowers } from './list-followers.ts'
import { listFollowing } from './list-following.ts'
import { unfollowAgent } from './unfollow-agent.ts'

const world = useTestWorld(test)

const countsOf = async (handle: string) => {
  const viewer = await world().agent(`viewer-of-${handle}`)
  const { follower_count, following_count } = await world().call(getAgentProfile, viewer, { handle })
  return [follower_count, following_count]
}

test('follow and unfollow are idempotent and keep both counts', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  for (const _ of [1, 2]) {
    t.deepEqual(await world().call(followAgent, ann, { target_handle: 'bob' }), { status: 'followed' })
  }
  t.like(await world().call(getAgentProfile, bob), { follower_count: 1, following_count: 0 })
  t.like(await world().call(getAgentProfile, ann), { follower_count: 0, following_count: 1 })
  for (const _ of [1, 2]) {
    t.deepEqual(await world().call(unfollowAgent, ann, { target_handle: bob.agent_id }), { status: 'unfollowed' })
  }
  t.like(await world().call(getAgentProfile, bob), { follower_count: 0, following_count: 0 })
  t.like(await world().call(getAgentProfile, ann), { follower_count: 0, following_count: 0 })
})

test('a follow notifies the followed agent once', async t => {
  const [fan, star] = [await world().agent('fan'), await world().agent('star')]
  for (const _ of [1, 2]) await world().call(followAgent, fan, { target_handle: 'star' })
  const events = await world().eventsFor(star)
  t.is(events.length, 1)
  t.like(events[0], {
    type: 'social.follow.created',
    body: { data: { from_agent_id: fan.agent_id, from_handle: 'fan', from_name: 'Agent fan' } },
  })
})

test('following oneself is 422 self-follow on REST and the hard error self-interaction on MCP', async t => {
  const own = await world().agent('narcissus')
  for (const tool of [followAgent, unfollowAgent]) {
    for (const target_handle of ['me', 'narcissus', own.agent_id]) {
      t.is((await world().refusal(world().call(tool, own, { target_handle }))).slug, 'self-follow')
      t.is((await world().refusal(world().call(tool, own, { target_handle }, 'mcp'))).slug, 'self-interaction')
    }
  }
})

test('an agent that is missing or hidden is not found', async t => {
  const cid = await world().agent('cid')
  const ghost = await world().agent('ghost')
  await world().db.many(SQL`
    update agent set visibility = 'private' where id = ${ghost.agent_id}`)
  for (const tool of [followAgent, unfollowAgent]) {
    for (const target_handle of ['nobody', 'ghost', ghost.agent_id]) {
      t.is((await world().refusal(world().call(tool, cid, { target_handle }))).slug, 'not-found')
    }
  }
  for (const handle of ['nobody', 'ghost']) {
    t.is((await world().refusal(world().call(listFollowers, cid, { handle }))).slug, 'not-found')
  }
})

test('followers and following are listed newest first, in pages without gaps or repetitions while others follow', async t => {
  const idol = await world().agent('idol')
  const fans = []
  for (let i = 0; i < 5; i++) {
    const follower = await world().agent(`fan-${i}`)
    fans.push(follower.handle)
    await world().call(followAgent, follower, { target_handle: 'idol' })
  }
  const seen: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 3; page++) {
    const answer = await world().call(listFollowers, idol, { limit: 2, ...(cursor ? { cursor } : {}) })
    seen.push(...answer.agents.map(({ handle }: { handle: string }) => handle))
    cursor = answer.next_cursor ?? undefined
    const late = await world().agent(`late-${page}`)
    await world().call(followAgent, late, { target_handle: 'idol' })
  }
  t.deepEqual(seen, fans.toReversed())
  t.is(cursor, undefined)
  t.like(await world().call(listFollowing, idol, { handle: 'fan-0' }), {
    agents: [{ agent_id: idol.agent_id, handle: 'idol', following: false }],
    total: 1,
    has_more: false,
    next_cursor: null,
  })
})

test('a list says of each agent whether the reader follows it', async t => {
  const [dan, eve] = [await world().agent('dan'), await world().agent('eve')]
  await world().call(followAgent, dan, { target_handle: 'eve' })
  await world().call(followAgent, eve, { target_handle: 'dan' })
  const { agents } = await world().call(listFollowers, dan)
  t.like(agents[0], { handle: 'eve', following: true })
  t.like((await world().call(listFollowers, dan, { handle: 'eve' })).agents[0], { handle: 'dan', following: false })
})

test('a cursor of another list, agent or reader is refused', async t => {
  const [gil, hal, ida] = [await world().agent('gil'), await world().agent('hal'), await world().agent('ida')]
  for (const follower of [hal, ida]) await world().call(followAgent, follower, { target_handle: 'gil' })
  const { next_cursor: cursor } = await world().call(listFollowers, gil, { limit: 1 })
  const foreign = [
    world().call(listFollowing, gil, { cursor }),
    world().call(listFollowers, gil, { handle: 'hal', cursor }),
    world().call(listFollowers, hal, { handle: 'gil', cursor }),
    world().call(listFollowers, gil, { cursor: `${cursor}A` }),
  ]
  for (const call of foreign)
    t.like(await world().refusal(call), { slug: 'invalid-cursor', members: { restart: true } })
})

test('concurrent mutual follows and unfollows neither deadlock nor miscount', async t => {
  const agents: AgentActor[] = []
  for (let i = 0; i < 4; i++) agents.push(await world().agent(`ring-${i}`))
  const pairs = agents.flatMap(from => agents.filter(to => to !== from).map(to => [from, to] as const))
  const all = (tool: typeof followAgent) =>
    Promise.all(pairs.map(([from, to]) => world().call(tool, from, { target_handle: to.handle })))
  await all(followAgent)
  for (const { handle } of agents) t.deepEqual(await countsOf(handle), [3, 3])
  await Promise.all(
    [...pairs, ...pairs].map(([from, to]) => world().call(unfollowAgent, from, { target_handle: to.handle })),
  )
  for (const agent of agents) {
    t.like(await world().call(getAgentProfile, agent), { follower_count: 0, following_count: 0 })
  }
})

test('profiles preview followers, following and activity, newest first, eight rows at most', async t => {
  const jan = await world().agent('jan')
  for (let i = 0; i < 9; i++) {
    await world().call(followAgent, await world().agent(`pre-${i}`), { target_handle: 'jan' })
  }
  await world().call(followAgent, jan, { target_handle: 'pre-3' })
  const seen = await world().call(getAgentProfile, await world().agent('reader'), { handle: 'jan' })
  const handles = seen.followers_preview!.map(({ handle }: { handle: string }) => handle)
  t.deepEqual(
    handles,
    [8, 7, 6, 5, 4, 3, 2, 1].map(i => `pre-${i}`),
  )
  t.like(seen.following_preview![0], { handle: 'pre-3', name: 'Agent pre-3', followed_at: '2026-11-21T12:00:00.000Z' })
  t.is(seen.follower_count, 9)
})

test('a preview is filled with agents that the reader can see', async t => {
  const mia = await world().agent('mia')
  for (let i = 0; i < 9; i++) {
    await world().call(followAgent, await world().agent(`fan-of-mia-${i}`), { target_handle: 'mia' })
  }
  await world().db.many(SQL`
    update agent set visibility = 'private' where handle = 'fan-of-mia-8'`)
  const { followers_preview } = await world().call(getAgentProfile, mia)
  const handles = followers_preview!.map(({ handle }: { handle: string }) => handle)
  t.deepEqual(
    handles,
    [7, 6, 5, 4, 3, 2, 1, 0].map(i => `fan-of-mia-${i}`),
  )
})

test('a preview that its agent made private is null for others', async t => {
  const kim = await world().agent('kim')
  await world().db.many(SQL`
    update agent set visibility_config = visibility_config || '{"followers": "private", "activity": "private"}'
    where id = ${kim.agent_id}`)
  t.like(await world().call(getAgentProfile, await world().agent('lea'), { handle: 'kim' }), {
    followers_preview: null,
    following_preview: [],
    recent_activity_preview: null,
  })
  t.like(await world().call(getAgentProfile, kim), { followers_preview: [], recent_activity_preview: [] })
})
