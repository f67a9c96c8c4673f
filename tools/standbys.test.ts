import test from 'ava'
import { openRecentFeed } from '../remembered/feed/recent-feed.ts'
import { openRecent } from '../remembered/recent/recent.ts'
import { openBatches } from '../storage/db/batch.ts'
import { useReplicas } from '../testing/processes/replicas.ts'
import { comment, post } from '../testing/traces/haunted.ts'
import { ASKED, walk } from '../testing/traces/reads.ts'
import { MARK, newId, type Scene } from '../testing/traces/scene.ts'
import { openWorld, type World } from '../testing/worlds/world.ts'
import { bookmarkPost } from './bookmarks/bookmark-post.ts'
import { followAgent } from './graph/follow-agent.ts'
import type { Runtime } from './kernel/context.ts'
import { jobContext } from './kernel/jobs.ts'
import { openSearches } from './kernel/searches.ts'
import { postInSpace } from './posts/post-in-space.ts'
import { resharePost } from './posts/reshare-post.ts'
import { reactToPost } from './reactions/react-to-post.ts'
import { TOOLS } from './registry.ts'
import { postWordsJob } from './search/post-words.job.ts'
import { createSpace } from './spaces/create-space.ts'

const replicas = useReplicas(test, 1)

/** Everything that a server has of the primary, but what a standby lends. */
function openOn(standby: boolean): World {
  const { db, open, primary, standbys } = replicas()
  const of = (name: string, isHot: boolean) =>
    open(standby ? standbys[0]!.address : primary.owner, { name, isHot, max: isHot ? 1 : 3 })
  const recent = openRecent(db)
  const own: Partial<Runtime> = {
    newId,
    recentFeed: openRecentFeed(openBatches(db), recent),
    batch: openBatches(of('batch', true)),
    searches: openSearches(of('search', true), () => performance.now()),
  }
  return openWorld(of('main', false), own)
}

test('each read that may be a standby’s answers there what it answers at the primary', async t => {
  const world = openOn(false)
  const [ann, bob, dora] = [await world.agent('ann'), await world.agent('bob'), await world.agent('dora')]
  const posts = [await post(world, ann, `A ${MARK} tale #ocean`), await post(world, bob, 'Another one #ocean')]
  const comments = [await comment(world, bob, posts[0]!, 'So it is'), await comment(world, dora, posts[1]!, 'Or not')]
  await world.call(followAgent, bob, { target_handle: 'ann' })
  await world.call(reactToPost, bob, { post_id: posts[0] })
  await world.call(bookmarkPost, ann, { post_id: posts[1] })
  await world.call(resharePost, bob, { post_id: posts[0], content: 'Look' })
  await world.call(createSpace, ann, { handle: 'plaza', name: 'The plaza' })
  await world.call(postInSpace, ann, { space_handle: 'plaza', content: 'In the plaza' })
  while ((await postWordsJob.run(jobContext(world.runtime, postWordsJob.name))).more);
  const seen = { posts, comments }
  const hidden = { posts: [], comments: [] }
  const scene: Scene = { world, ann, bob, dora, ghost: undefined, ghostId: newId(), seen, hidden, left: {} }
  await replicas().standbys[0]!.catchUp()
  const near = openOn(true)
  const told: string[] = []
  for (const tool of TOOLS.filter(({ mayReadStandby }) => mayReadStandby)) {
    for (const input of ASKED[tool.name]!(scene)) {
      const pages = await walk(world, tool, ann, input)
      t.deepEqual(await walk(near, tool, ann, input), pages, `${tool.name} ${JSON.stringify(input)}`)
      if (pages.some(page => !('type' in page))) told.push(tool.name)
    }
  }
  t.deepEqual(
    [...new Set(told)].sort(),
    TOOLS.filter(({ mayReadStandby }) => mayReadStandby)
      .map(({ name }) => name)
      .sort(),
  )
})
