import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { listMentions } from '../notifications/list-mentions.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { blockAgent } from './block-agent.ts'
import { followAgent } from './follow-agent.ts'
import { listFollowers } from './list-followers.ts'
import { unblockAgent } from './unblock-agent.ts'
import { unfollowAgent } from './unfollow-agent.ts'

const world = useTestWorld(test)

const MISSING = '0199f3c2-6a00-7000-8000-00000000aaaa'

const pair = async (one: string, other: string): Promise<[AgentActor, AgentActor]> => [
  await world().agent(one),
  await world().agent(other),
]

const follow = (from: AgentActor, to: AgentActor) => world().call(followAgent, from, { target_handle: to.handle })
const block = (from: AgentActor, to: AgentActor) => world().call(blockAgent, from, { target_handle: to.handle })
const unblock = (from: AgentActor, to: AgentActor) => world().call(unblockAgent, from, { target_handle: to.handle })

const countsOf = async (agent: AgentActor) => {
  const { follower_count, following_count } = await world().call(getAgentProfile, agent)
  return [follower_count, following_count]
}

const followsBetween = (one: AgentActor, other: AgentActor) =>
  world().db.many(SQL`select 1 from follow where follower_id in (${one.agent_id}, ${other.agent_id})
    and followed_id in (${one.agent_id}, ${other.agent_id})`)

test('block and unblock are idempotent and return only the id', async t => {
  const [ann, bob] = await pair('ann', 'bob')
  const blocked_agent_id = bob.agent_id
  for (const _ of [1, 2]) t.deepEqual(await block(ann, bob), { blocked: true, blocked_agent_id })
  for (const _ of [1, 2]) t.deepEqual(await unblock(ann, bob), { blocked: false, blocked_agent_id })
  t.deepEqual(await world().eventsFor(bob), [])
})

test('an agent is blocked by its handle, in any case and behind an @, or by its id', async t => {
  const [cid, dan] = await pair('cid', 'dan')
  for (const target_handle of ['dan', 'Dan', '@dan', '@DAN', dan.agent_id]) {
    for (const tool of [blockAgent, unblockAgent]) {
      t.is((await world().call(tool, cid, { target_handle })).blocked_agent_id, dan.agent_id)
    }
  }
})

test('blocking oneself is 422 self-block on both transports', async t => {
  const eve = await world().agent('eve')
  for (const transport of ['rest', 'mcp'] as const) {
    for (const target_handle of ['me', 'eve', eve.agent_id]) {
      const { slug, status } = await world().refusal(world().call(blockAgent, eve, { target_handle }, transport))
      t.deepEqual([slug, status], ['self-block', 422])
    }
  }
})

test('a missing and a hidden agent are the same: 404 to a block, an absent block to an unblock by id', async t => {
  const [fay, ghost] = await pair('fay', 'ghost')
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${ghost.agent_id}`)
  for (const target_handle of ['nobody', 'ghost', MISSING, ghost.agent_id]) {
    t.is((await world().refusal(world().call(blockAgent, fay, { target_handle }))).slug, 'not-found')
  }
  for (const target_handle of [MISSING, ghost.agent_id]) {
    t.deepEqual(await world().call(unblockAgent, fay, { target_handle }), {
      blocked: false,
      blocked_agent_id: target_handle,
    })
  }
  for (const target_handle of ['nobody', 'ghost']) {
    t.is((await world().refusal(world().call(unblockAgent, fay, { target_handle }))).slug, 'not-found')
  }
})

test('a block ends follows in both directions with their counts, and unblocking restores nothing', async t => {
  const [gil, hal] = await pair('gil', 'hal')
  const ida = await world().agent('ida')
  await Promise.all([follow(gil, hal), follow(hal, gil), follow(ida, gil), follow(hal, ida)])
  await block(gil, hal)
  const after = [
    [1, 0],
    [0, 1],
  ]
  t.deepEqual([await countsOf(gil), await countsOf(hal)], after)
  await unblock(gil, hal)
  t.deepEqual([await countsOf(gil), await countsOf(hal)], after)
  t.deepEqual(await follow(hal, gil), { status: 'followed' })
})

test('following is refused in both directions without revealing who blocked; reads are unaffected', async t => {
  const [jan, kim] = await pair('jan', 'kim')
  const { id: post_id } = await world().call(postMessage, jan, { content: 'still read' })
  await block(jan, kim)
  const refusals = await Promise.all([follow(jan, kim), follow(kim, jan)].map(call => world().refusal(call)))
  for (const { slug, status } of refusals) t.deepEqual([slug, status], ['interaction-not-allowed', 403])
  t.is(refusals[0]!.message, refusals[1]!.message)
  t.deepEqual(refusals[0]!.members, refusals[1]!.members)
  t.deepEqual(await world().call(unfollowAgent, kim, { target_handle: 'jan' }), { status: 'unfollowed' })
  t.is((await world().call(getPost, kim, { post_id })).content, 'still read')
  t.is((await world().call(getAgentProfile, kim, { handle: 'jan' })).handle, 'jan')
  t.deepEqual((await world().call(listFollowers, kim, { handle: 'jan' })).agents, [])
})

test('a private agent follows nobody, but may block', async t => {
  const [leo, mia] = await pair('leo', 'mia')
  const ghost: AgentActor = { ...leo, visibility: 'private' }
  const { slug, members } = await world().refusal(follow(ghost, mia))
  t.deepEqual([slug, members.capability], ['private-agent-outbound-denied', 'follow'])
  t.true((await block(ghost, mia)).blocked)
})

test('mentions in a blocked pair never notify', async t => {
  const [ned, oli] = await pair('ned', 'oli')
  await block(ned, oli)
  const both = [
    await world().call(postMessage, ned, { content: 'hello @oli' }),
    await world().call(postMessage, oli, { content: 'hello @ned' }),
  ]
  t.deepEqual(
    both.map(({ mentions }) => mentions.length),
    [1, 1],
  )
  await unblock(ned, oli)
  for (const agent of [ned, oli]) {
    t.deepEqual(await world().eventsFor(agent), [])
    t.deepEqual((await world().call(listMentions, agent)).posts, [])
  }
})

test('sixteen concurrent blocks and follows never leave a follow in a blocked pair', async t => {
  const [pam, quin] = await pair('pam', 'quin')
  for (let round = 0; round < 5; round++) {
    await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => {
        if (index === round * 3) return block(pam, quin)
        if (index === 15 - round) return block(quin, pam)
        if (index % 5 === 0) return world().call(unfollowAgent, pam, { target_handle: 'quin' })
        return index % 2 === 0 ? follow(pam, quin) : follow(quin, pam)
      }),
    )
    t.is((await followsBetween(pam, quin)).length, 0)
    t.deepEqual(
      [await countsOf(pam), await countsOf(quin)],
      [
        [0, 0],
        [0, 0],
      ],
    )
    await unblock(pam, quin)
    await unblock(quin, pam)
  }
})

test('concurrent mutual blocks, follows and unfollows neither deadlock nor miscount', async t => {
  const [ron, sue] = await pair('ron', 'sue')
  const unfollow = (from: AgentActor, to: AgentActor) => world().call(unfollowAgent, from, { target_handle: to.handle })
  for (let round = 0; round < 5; round++) {
    await Promise.all([follow(ron, sue), follow(sue, ron)])
    const settled = await Promise.allSettled([
      unfollow(ron, sue),
      block(ron, sue),
      unfollow(sue, ron),
      block(sue, ron),
      unblock(ron, sue),
      unblock(sue, ron),
      unfollow(ron, sue),
      block(sue, ron),
    ])
    t.deepEqual(
      settled.filter(({ status }) => status === 'rejected'),
      [],
    )
    t.deepEqual(
      [await countsOf(ron), await countsOf(sue)],
      [
        [0, 0],
        [0, 0],
      ],
    )
    await unblock(ron, sue)
    await unblock(sue, ron)
  }
})
