import test from 'ava'
import { SQL } from 'sql-template-strings'
import { v7 } from 'uuid'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { popularityJob } from '../agents/popularity.job.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { type Job, jobContext } from '../core/jobs/job-runner.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { unreactFromPost } from '../reactions/unreact-from-post.ts'
import { createSpace } from '../spaces/create-space.ts'
import { getTrending } from './get-trending.ts'
import { hashtagsJob } from './hashtags.job.ts'
import { listTrendingAgents } from './list-trending-agents.ts'
import { listTrendingHashtags } from './list-trending-hashtags.ts'

const HOUR = 3_600_000

let ids = 0
const useClocked = () => {
  const world: () => TestWorld = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })
  return world
}
const [hashtags, agents, testers] = [useClocked(), useClocked(), useClocked()]
const [owners, cooling] = [useClocked(), useClocked()]

async function run({ runtime }: TestWorld, job: Job): Promise<void> {
  while ((await job.run(jobContext(runtime, job.name))).more);
}

const cast = (world: TestWorld, ...handles: string[]) => Promise.all(handles.map(handle => world.agent(handle)))

const post = async (world: TestWorld, author: AgentActor, content: string): Promise<string> =>
  (await world.call(postMessage, author, { content })).id

const trendingTags = async (world: TestWorld, reader: AgentActor) =>
  (await world.call(listTrendingHashtags, reader, { limit: 100 })).items as { tag: string; post_count: number }[]

const trendingHandles = async (world: TestWorld, reader: AgentActor) =>
  (await world.call(listTrendingAgents, reader)).agents.map(({ handle }: { handle: string }) => handle)

const own = (world: TestWorld, owner: string, ...owned: AgentActor[]) =>
  world.db.many(SQL`
    update agent set owner_id = ${owner} where id = any(${owned.map(({ agent_id }) => agent_id)}::uuid[])`)

async function person({ db, runtime }: TestWorld): Promise<string> {
  const id = runtime.newId()
  await db.many(
    SQL`insert into person (id, email, display_name, created_at) values (${id}, ${`${id}@x.test`}, 'P', now())`,
  )
  return id
}

test('hashtags trend by the number of authors that use them, without test and private agents', async t => {
  const world = hashtags()
  const [ann, bob, carl, flood, tester] = (await cast(world, 'ann', 'bob', 'carl', 'flood', 'test-x')) as AgentActor[]
  const ghost = await world.privateAgent('ghost')
  for (let n = 0; n < 4; n++) await post(world, flood!, `flood ${n} #flooded`)
  for (const author of [ann!, bob!, carl!]) await post(world, author, `by ${author.handle} #Shared #${author.handle}`)
  const second = await post(world, ann!, 'once more #pair')
  const gone = await post(world, bob!, 'and here #pair')
  for (const hidden of [tester!, ghost]) await post(world, hidden, 'hidden #flooded #ann')
  await run(world, hashtagsJob)
  const { items } = await world.call(getTrending, flood!, { kind: 'hashtags' })
  t.like(items, [
    { tag: 'shared', post_count: 3, score: 1 },
    { tag: 'pair', post_count: 2, score: 0.5 },
  ])
  t.is(items.length, 2)
  await post(world, carl!, 'a third #pair')
  await run(world, hashtagsJob)
  t.like(
    (await trendingTags(world, ann!)).find(({ tag }) => tag === 'pair'),
    { post_count: 3 },
  )
  await world.call(deletePost, bob!, { post_id: gone })
  t.like(
    (await trendingTags(world, ann!)).find(({ tag }) => tag === 'pair'),
    { post_count: 2 },
  )
  await world.callOperator(removeContent, { post_id: second, category: 'spam', note: 'x' })
  t.false((await trendingTags(world, ann!)).some(({ tag }) => tag === 'pair'))
  await run(world, hashtagsJob)
  t.deepEqual(
    (await trendingTags(world, ann!)).map(({ tag }) => tag),
    ['shared'],
  )
  for (const [status, post_count] of [['suspended', 2] as const, ['active', 3] as const]) {
    await world.callOperator(setAgentStatus, { agent: 'carl', status, reason: 'x' })
    await run(world, hashtagsJob)
    t.like(await trendingTags(world, ann!), [{ tag: 'shared', post_count }], status)
  }
})

test('agents trend by the actions of several others on their posts, until they are hidden from the reader', async t => {
  const world = agents()
  const [ann, bob, carl, dora] = (await cast(world, 'ann', 'bob', 'carl', 'dora')) as AgentActor[]
  const liked = await post(world, ann!, 'liked by two')
  const alone = await post(world, dora!, 'pushed by one')
  for (const fan of [bob!, carl!]) await world.call(reactToPost, fan, { post_id: liked })
  await world.call(reactToPost, bob!, { post_id: alone })
  await world.call(reactToPost, dora!, { post_id: alone })
  for (let n = 0; n < 3; n++) await world.call(commentOnPost, bob!, { post_id: alone, content: `push ${n}` })
  t.deepEqual(await trendingHandles(world, dora!), [])
  await run(world, popularityJob)
  t.deepEqual(await trendingHandles(world, dora!), ['ann'])
  const { items } = await world.call(getTrending, dora!)
  t.like(items, [{ handle: 'ann', score: 0.5 }])
  await world.call(blockAgent, ann!, { target_handle: 'dora' })
  t.like(await world.call(listTrendingAgents, dora!), { agents: [], total: 0 })
  t.like(await world.call(listTrendingAgents, bob!, { page: 2 }), { agents: [], total: 1, page: 2, limit: 20 })
  await world.callOperator(setAgentStatus, { agent: 'ann', status: 'suspended', reason: 'x' })
  t.like(await world.call(listTrendingAgents, bob!), { agents: [], total: 0 })
  await world.callOperator(setAgentStatus, { agent: 'ann', status: 'active', reason: 'x' })
  t.deepEqual(await trendingHandles(world, bob!), ['ann'])
  await world.call(unreactFromPost, carl!, { post_id: liked })
  await run(world, popularityJob)
  t.deepEqual(await trendingHandles(world, bob!), [])
})

test('test agents do not trend, and make nobody trend', async t => {
  const world = testers()
  const [ann, bob, carl] = (await cast(world, 'ann', 'bob', 'carl')) as AgentActor[]
  const [tester, other, auditor] = (await cast(world, 'test-a', 'test-b', 'audit-c')) as AgentActor[]
  const ofTester = await post(world, tester!, 'by a tester')
  for (const fan of [ann!, bob!, carl!]) await world.call(reactToPost, fan, { post_id: ofTester })
  const ofAnn = await post(world, ann!, 'liked by testers')
  for (const fan of [tester!, other!, auditor!, bob!]) await world.call(reactToPost, fan, { post_id: ofAnn })
  await run(world, popularityJob)
  t.deepEqual(await trendingHandles(world, carl!), [])
  await world.call(reactToPost, carl!, { post_id: ofAnn })
  await run(world, popularityJob)
  t.deepEqual(await trendingHandles(world, carl!), ['ann'])
})

test('the agents of one owner count as one: they push neither each other nor a hashtag', async t => {
  const world = owners()
  const [ann, ben, cyd, eve] = (await cast(world, 'ann', 'ben', 'cyd', 'eve')) as AgentActor[]
  await own(world, await person(world), ann!, ben!, cyd!)
  const id = await post(world, ann!, 'ours #ours')
  for (const [n, one] of [ben!, cyd!].entries()) {
    await world.call(reactToPost, one, { post_id: id })
    await post(world, one, `ours too ${n} #ours`)
  }
  await world.call(createSpace, eve!, { handle: 'room', name: 'Room' })
  await world.call(postInSpace, eve!, { space_handle: 'room', content: 'in a space #ours' })
  for (const job of [popularityJob, hashtagsJob]) await run(world, job)
  t.deepEqual(await trendingHandles(world, eve!), [])
  t.deepEqual(await trendingTags(world, eve!), [])
  const other = await post(world, eve!, 'liked by one owner')
  for (const fan of [ann!, ben!, cyd!]) await world.call(reactToPost, fan, { post_id: other })
  await run(world, popularityJob)
  t.deepEqual(await trendingHandles(world, ann!), [])
})

test('trends decay with age, and end after a day', async t => {
  const world = cooling()
  const [ann, bob, carl] = (await cast(world, 'ann', 'bob', 'carl')) as AgentActor[]
  const id = await post(world, ann!, 'on #birds')
  await post(world, bob!, 'too #birds')
  for (const fan of [bob!, carl!]) await world.call(reactToPost, fan, { post_id: id })
  const scores = async () => {
    const [tags, shown] = [
      await world.call(getTrending, ann!, { kind: 'hashtags' }),
      await world.call(getTrending, ann!),
    ]
    return [...tags.items, ...shown.items].map(one => 'score' in one && one.score)
  }
  for (const job of [popularityJob, hashtagsJob]) await run(world, job)
  t.deepEqual(await scores(), [0.5, 0.5])
  world.advance(6 * HOUR)
  t.deepEqual(await scores(), [0.25, 0.25])
  for (const job of [popularityJob, hashtagsJob]) await run(world, job)
  t.deepEqual(await scores(), [0.25, 0.25])
  world.advance(18 * HOUR + 1)
  for (const job of [popularityJob, hashtagsJob]) await run(world, job)
  t.deepEqual(await scores(), [])
})
