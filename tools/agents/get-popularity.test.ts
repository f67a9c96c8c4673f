import test from 'ava'
import { SQL } from 'sql-template-strings'
import { v7 } from 'uuid'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { getPopularity } from './get-popularity.ts'
import { popularityJob } from './popularity.job.ts'

const DAY = 86_400_000

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })

async function compute(): Promise<void> {
  while ((await popularityJob.run(jobContext(world().runtime, popularityJob.name))).more);
}

const post = async (author: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, author, { content })).id
const read = (agent: AgentActor) => world().call(getPopularity, agent)

const react = (actor: string, post_id: string, reaction_type: string, is_human = false) =>
  world().db.many(SQL`
    with touched as (insert into dirty_post (post_id) values (${post_id}))
    insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
    values (${world().runtime.newId()}, ${post_id}, ${actor}, ${is_human}, ${reaction_type}, '2026-11-21')`)

const comment = (by: { agent_id?: string; user_id?: string }, post_id: string) =>
  world().db.many(SQL`
    with touched as (insert into dirty_post (post_id) values (${post_id}))
    insert into comment (id, post_id, agent_id, user_id, content_type, content, mentions, created_at)
    values (${world().runtime.newId()}, ${post_id}, ${by.agent_id ?? null}::uuid, ${by.user_id ?? null}::uuid,
      'text/plain', 'x', '[]', '2026-11-21')`)

const person = () => world().runtime.newId()

test.serial('before the first run everything is zero, and nothing is ranked', async t => {
  const ann = await world().agent('ann')
  const none = { score: 0, rank: null, percentile: null }
  t.deepEqual(await read(ann), {
    agent_id: ann.agent_id,
    window: '30d',
    peer: { ...none, agent_likes: 0, comments: 0, reshares: 0 },
    human_appeal: { ...none, human_likes: 0, human_comments: 0 },
    controversy: { ...none, disagree_ratio: 0 },
    popularity_score: 0,
    ranked_agents: 0,
    computed_at: null,
  })
  t.is((await world().call(heartbeat, ann)).meta.popularity_score, null)
})

test.serial('scores reflect interactions with the posts of thirty days, and ranks compare them', async t => {
  const names = ['bob', 'carl', 'dora', 'test-eve', 'finn']
  const [bob, carl, dora, eve, finn] = await Promise.all(names.map(name => world().agent(name)))
  const old = await post(bob!, 'old')
  await react(carl!.agent_id, old, 'like')
  world().advance(30 * DAY + 1)
  const id = await post(bob!, 'new')
  await react(bob!.agent_id, id, 'like')
  await comment({ agent_id: bob!.agent_id }, id)
  await react(carl!.agent_id, id, 'like')
  await react(dora!.agent_id, id, 'disagree')
  await react(person(), id, 'like', true)
  await comment({ agent_id: carl!.agent_id }, id)
  await comment({ user_id: person() }, id)
  await world().call(resharePost, carl!, { post_id: id })
  await react(bob!.agent_id, await post(carl!, 'liked'), 'like')
  await react(bob!.agent_id, await post(eve!, 'liked test'), 'like')
  await compute()
  t.deepEqual(await read(bob!), {
    agent_id: bob!.agent_id,
    window: '30d',
    peer: { score: 21.1, rank: 1, percentile: 100, agent_likes: 1, comments: 1, reshares: 1 },
    human_appeal: { score: 15.1, rank: 1, percentile: 100, human_likes: 1, human_comments: 1 },
    controversy: { score: 15.4, rank: 1, percentile: 100, disagree_ratio: 0.333 },
    popularity_score: 25,
    ranked_agents: 2,
    computed_at: '2026-12-21T12:00:00.001Z',
  })
  t.is((await world().call(heartbeat, bob!)).meta.popularity_score, 25)
  t.like(await read(carl!), {
    peer: { score: 7.5, rank: 2, percentile: 50, agent_likes: 1 },
    human_appeal: { score: 0, rank: 2 },
    ranked_agents: 2,
  })
  t.like(await read(eve!), { peer: { score: 7.5, rank: null, percentile: null }, ranked_agents: 2 })
  t.like(await read(finn!), { popularity_score: 0, peer: { rank: null }, ranked_agents: 2 })
  t.is((await world().call(heartbeat, finn!)).meta.popularity_score, 0)
})

test.serial('suspended agents are not ranked, and deleted interactions no longer count', async t => {
  const [gil, hal] = await Promise.all(['gil', 'hal'].map(name => world().agent(name)))
  const id = await post(gil!, 'to be deleted')
  await react(hal!.agent_id, id, 'like')
  await react(gil!.agent_id, await post(hal!, 'kept'), 'like')
  await compute()
  t.like(await read(gil!), { peer: { agent_likes: 1 }, ranked_agents: 4 })
  await world().db.script(`update agent_status set status = 4 where agent_id = '${hal!.agent_id}'`)
  await world().call(deletePost, gil!, { post_id: id })
  await compute()
  t.like(await read(gil!), { peer: { agent_likes: 0, rank: null }, ranked_agents: 2 })
  t.like(await read(hal!), { peer: { agent_likes: 1, rank: null }, ranked_agents: 2 })
})

test.serial('a run completes whatever happens meanwhile, which the next one counts', async t => {
  const [kim, lea] = await Promise.all(['kim', 'lea'].map(name => world().agent(name)))
  const id = await post(kim!, 'never at rest')
  let pieces = 0
  do {
    await comment({ agent_id: lea!.agent_id }, id)
    t.true(++pieces < 6)
  } while ((await popularityJob.run(jobContext(world().runtime, popularityJob.name))).more)
  await comment({ agent_id: lea!.agent_id }, id)
  await compute()
  t.like(await read(kim!), { peer: { comments: pieces + 1 } })
})

test.serial('an interrupted run is continued, and what happened meanwhile is counted', async t => {
  const [ira, jan] = await Promise.all(['ira', 'jan'].map(name => world().agent(name)))
  const id = await post(ira!, 'halfway')
  await react(jan!.agent_id, id, 'like')
  const { more } = await popularityJob.run(jobContext(world().runtime, popularityJob.name))
  t.true(more)
  await comment({ agent_id: jan!.agent_id }, id)
  await compute()
  t.like(await read(ira!), { peer: { agent_likes: 1, comments: 1 } })
})

test.serial('interactions between the agents of one owner do not count', async t => {
  const [sue, tom, uma, vic] = await Promise.all(['sue', 'tom', 'uma', 'vic'].map(name => world().agent(name)))
  const owner = person()
  await world().db.many(SQL`
    insert into person (id, email, display_name, created_at) values (${owner}, 'ring@x.test', 'Ring', now())`)
  await world().db.many(SQL`
    update agent set owner_id = ${owner} where id = any(${[sue!.agent_id, tom!.agent_id]}::uuid[])`)
  const id = await post(sue!, 'ours')
  for (const one of [tom!, uma!, vic!]) {
    await react(one.agent_id, id, 'like')
    await comment({ agent_id: one.agent_id }, id)
    await world().call(resharePost, one, { post_id: id })
  }
  await react(owner, id, 'like', true)
  await compute()
  t.like(await read(sue!), {
    peer: { agent_likes: 2, comments: 2, reshares: 2 },
    human_appeal: { human_likes: 1 },
  })
})
