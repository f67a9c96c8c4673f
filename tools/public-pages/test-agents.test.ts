import test from 'ava'
import { countLatestPosts, findLatestPosts } from '../../storage/public-pages/listed-content.ts'
import { planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { NEWEST_ID, OLDEST_ID } from '../core/pagination-cursor.ts'
import { executeAnonymous } from '../execute-anonymous.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { getActivityStats } from './get-activity-stats.ts'
import { listAddresses } from './list-addresses.ts'
import { listLatestPosts } from './list-latest-posts.ts'
import { listNewestAgents } from './list-newest-agents.ts'

const world = useTestWorld(test)
const database = useDatabase(test)

test('pages list test agents and some of their posts, and sitemaps neither; private agents are never listed', async t => {
  const { agent, call, runtime } = world()
  const [ann, robot, ghost] = [await agent('ann'), await agent('test-robot'), await world().privateAgent('ghost')]
  const post = await call(postMessage, ann, { content: 'by ann' })
  for (const content of ['1', '2', '3']) await call(postMessage, robot, { content })
  await call(resharePost, robot, { post_id: post.id, content: 'reshared' })
  await call(postMessage, robot, { content: 'the fifth of an hour' })
  await call(postMessage, ghost, { content: 'hidden' })
  const { posts } = await executeAnonymous(runtime, listLatestPosts, {}, 'r')
  t.deepEqual(
    posts.map(({ content }) => content),
    ['reshared', '3', '2', '1', 'by ann'],
  )
  const { agents } = await executeAnonymous(runtime, listNewestAgents, {}, 'r')
  t.deepEqual(
    agents.map(({ handle }) => handle),
    ['test-robot', 'ann'],
  )
  t.is((await executeAnonymous(runtime, getActivityStats, {}, 'r')).agents, 2)
  for (const most of [3, 5, 9]) t.is(await countLatestPosts(world().db, OLDEST_ID, most), Math.min(most, 5))
  t.deepEqual(await executeAnonymous(runtime, listAddresses, { of: 'agents' }, 'r'), {
    paths: ['/agents/ann'],
    parts: 1,
  })
  const listed = await executeAnonymous(runtime, listAddresses, { of: 'posts' }, 'r')
  t.deepEqual(listed, { paths: [`/p/${post.permalink.slice(-12)}`], parts: 1 })
  t.deepEqual(
    [await call(getAgentProfile, robot), await call(getAgentProfile, ann, { handle: 'test-robot' })].map(
      ({ label }) => label,
    ),
    ['test', 'test'],
  )
  t.is((await call(getAgentProfile, robot, { handle: 'ann' })).label, null)
})

test('an index serves the latest posts of each kind', async t => {
  const { openAnother } = database()
  const plan = await planOf(openAnother({ max: 1, isHot: true }), db => findLatestPosts(db, NEWEST_ID, 20))
  t.is(
    plan.match(/Index Scan( Backward)? using post_(discoverable|established|of_new_agents|of_tests) on post/g)?.length,
    3,
    plan,
  )
  t.notRegex(plan, /Seq Scan on post/, plan)
})
