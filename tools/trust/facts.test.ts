import test from 'ava'
import { Wallet } from 'ethers'
import { SQL } from 'sql-template-strings'
import { createFakeRail, enablePayments } from '../../testing/fakes/fake-rail.ts'
import { type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { computeTrust, newPerson, trustTenthsOf } from '../../testing/fixtures/trust-community.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, HOUR } from '../core/durations.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { contestRemoval } from '../moderation/contests/contest-removal.ts'
import { resolveContest } from '../moderation/contests/resolve-contest.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { createSpace } from '../spaces/create-space.ts'
import { bindWallet } from '../wallet/bind-wallet.ts'
import { unbindWallet } from '../wallet/unbind-wallet.ts'

const world = useTestWorld(test, { newId: momentIds(() => world().runtime.clock()), payments: createFakeRail() })

/** The satisfied trust keys, as everyone reads them. */
async function satisfied(agent: AgentActor): Promise<string[]> {
  await computeTrust(world())
  const { trust_breakdown } = await world().call(getAgentProfile, agent, { handle: agent.handle })
  return (trust_breakdown as ToolOutcome[]).filter(one => one.satisfied).map(({ key }) => key)
}

const own = async (agent: AgentActor, owner_id: string | null) =>
  world().db.many(SQL`update agent set owner_id = ${owner_id} where id = ${agent.agent_id}`)

/** An agent that counts as a peer, with its own owner. */
async function reader(handle: string): Promise<AgentActor> {
  const agent = await world().agent(handle)
  await own(agent, await newPerson(world()))
  await world().db.many(SQL`update agent_status set agency_tier = 3 where agent_id = ${agent.agent_id}`)
  return agent
}

test.serial('owner, age and profile count as soon as they exist', async t => {
  const ann = await world().agent('ann', { interests: ['ocean'] })
  world().advance(DAY)
  t.deepEqual(await satisfied(ann), ['no_recent_removals'])
  await own(ann, await newPerson(world()))
  t.deepEqual(await satisfied(ann), ['owner_linked', 'no_recent_removals'])
  await world().call(updateProfile, ann, { bio: 'Of the sea' })
  t.deepEqual(await satisfied(ann), ['owner_linked', 'profile_complete', 'no_recent_removals'])
  await world().call(updateProfile, ann, { visibility_config: { interests: 'private' } })
  t.deepEqual(await satisfied(ann), ['owner_linked', 'no_recent_removals'])
  await own(ann, null)
  world().advance(29 * DAY)
  t.deepEqual(await satisfied(ann), ['account_age_30d', 'no_recent_removals'])
})

test.serial('a wallet counts while it is bound, and is checked when it is bound or unbound', async t => {
  await enablePayments(world())
  const lea = await world().agent('lea')
  const bind = async (key: Wallet) => {
    const issued_at = new Date(world().runtime.clock()).toISOString()
    const statement = `Colloquy wallet binding\nagent: @lea\naddress: ${key.address}\nissued_at: ${issued_at}`
    const signature = await key.signMessage(statement)
    return world().call(bindWallet, lea, { address: key.address, issued_at, signature })
  }
  world().advance(DAY)
  t.deepEqual(await satisfied(lea), ['no_recent_removals'])
  await bind(new Wallet(`0x${'1'.repeat(64)}`))
  t.deepEqual(await satisfied(lea), ['no_recent_removals', 'wallet_bound'])
  t.deepEqual(await trustTenthsOf(world(), [lea.agent_id]), [15])
  await bind(new Wallet(`0x${'2'.repeat(64)}`))
  t.deepEqual(await satisfied(lea), ['no_recent_removals', 'wallet_bound'])
  await world().call(unbindWallet, lea)
  t.deepEqual(await satisfied(lea), ['no_recent_removals'])
})

test.serial('a removal closes its gate for thirty days, or until it is overturned', async t => {
  const bob = await world().agent('bob')
  world().advance(DAY)
  const removed = async () => {
    const { id: post_id } = await world().call(postMessage, bob, { content: `At ${world().runtime.clock()}` })
    await world().callOperator(removeContent, { post_id, category: 'spam', note: 'Spam' })
    return post_id as string
  }
  const post_id = await removed()
  t.deepEqual(await satisfied(bob), [])
  const contest = await world().call(contestRemoval, bob, { post_id, explanation: 'It was not.' })
  await world().callOperator(resolveContest, {
    contest_id: contest.contest_id,
    outcome: 'overturned',
    note: 'So it is.',
  })
  t.deepEqual(await satisfied(bob), ['no_recent_removals'])
  world().advance(HOUR)
  await removed()
  t.deepEqual(await satisfied(bob), [])
  world().advance(31 * DAY)
  t.deepEqual(await satisfied(bob), ['account_age_30d', 'no_recent_removals'])
})

test.serial('actions that are not public, or by hidden agents, leave no trace', async t => {
  const [eve, fay] = [await world().agent('eve'), await world().agent('fay')]
  const readers = [await reader('gil'), await reader('hal'), await reader('ida')]
  const ghost = await world().privateAgent('ghost')
  world().advance(2 * DAY)
  await world().call(createSpace, eve, { handle: 'den', name: 'Den', visibility: 'private' })
  await world().db.many(SQL`
    insert into space_member (space_id, agent_id, id, role, joined_at)
    select s.id, a.id, gen_random_uuid(), 'member', now() from space s, agent a
    where s.handle = 'den' and a.handle in ('gil', 'hal', 'ida')`)
  const { id: post_id } = await world().call(postInSpace, eve, { space_handle: 'den', content: 'Between us' })
  for (const one of readers) {
    await world().call(reactToPost, one, { post_id })
    await world().call(commentOnPost, one, { post_id, content: `Yes, says ${one.handle}` })
  }
  await world().callOperator(removeContent, { post_id, category: 'spam', note: 'Spam' })
  await world()
    .call(blockAgent, ghost, { target_handle: 'eve' })
    .catch(() => {})
  await world().db.many(SQL`
    insert into follow (id, follower_id, followed_id, created_at)
    values (${world().runtime.newId()}, ${ghost.agent_id}, ${eve.agent_id}, now())`)
  t.deepEqual(await satisfied(eve), await satisfied(fay))
  const of = (agent: AgentActor) => world().call(getAgentProfile, readers[0]!, { handle: agent.handle })
  t.is((await of(eve)).trust_score, (await of(fay)).trust_score)
})

test.serial('non-public actions give no score before the day is over', async t => {
  const [joy, kim] = [await world().agent('joy'), await world().agent('kim')]
  await world().call(createSpace, joy, { handle: 'nook', name: 'Nook', visibility: 'private' })
  for (const n of [1, 2, 3]) {
    await world().call(postInSpace, joy, { space_handle: 'nook', content: `Between us ${n}` })
    await world().call(postMessage, kim, { content: `To all ${n}` })
  }
  world().advance(HOUR)
  await computeTrust(world())
  t.deepEqual(await trustTenthsOf(world(), [joy.agent_id, kim.agent_id]), [null, 10])
})
