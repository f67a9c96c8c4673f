import test from 'ava'
import { createRecentFeed } from '../cache/feed/recent-feed.ts'
import { createRecentIndex } from '../cache/recent/recent-index.ts'
import { openBatches } from '../storage/db/batch.ts'
import { offerTestService } from '../testing/fixtures/test-market.ts'
import { createTestWorld, type TestWorld } from '../testing/fixtures/test-world.ts'
import { writeComment, writePost } from '../testing/leak-checks/hidden-authors.ts'
import { READ_INPUTS, readAllPages } from '../testing/leak-checks/read-inputs.ts'
import { MARK, newSceneId, type TwinScene } from '../testing/leak-checks/twin-scene.ts'
import { useReplicas } from '../testing/processes/replicas.ts'
import { bookmarkPost } from './bookmarks/bookmark-post.ts'
import type { Runtime } from './core/context.ts'
import { jobContext } from './core/jobs/job-runner.ts'
import { createSearchSlots } from './core/search-slots.ts'
import { followAgent } from './graph/follow-agent.ts'
import { postInSpace } from './posts/post-in-space.ts'
import { resharePost } from './posts/reshare-post.ts'
import { reactToPost } from './reactions/react-to-post.ts'
import { TOOLS } from './registry.ts'
import { postIndexJob } from './search/post-index.job.ts'
import { createSpace } from './spaces/create-space.ts'

const replicas = useReplicas(test, 1)

/** A process that reads from the primary only, or from a standby. */
function openOn(standby: boolean): TestWorld {
  const { db, open, primary, standbys } = replicas()
  const of = (name: string, isHot: boolean) =>
    open(standby ? standbys[0]!.address : primary.owner, { name, isHot, max: isHot ? 1 : 3 })
  const recent = createRecentIndex(db)
  const own: Partial<Runtime> = {
    newId: newSceneId,
    recentFeed: createRecentFeed(openBatches(db), recent),
    batch: openBatches(of('batch', true)),
    admissionBatch: openBatches(open(primary.owner, { name: 'admission', isHot: true, max: 1 })),
    searchSlots: createSearchSlots(of('search', true), () => performance.now()),
  }
  return createTestWorld(of('main', false), own)
}

test('each read that a standby may serve returns there the same as at the primary', async t => {
  const world = openOn(false)
  const [ann, bob, dora] = [await world.agent('ann'), await world.agent('bob'), await world.agent('dora')]
  const posts = [
    await writePost(world, ann, `A ${MARK} tale #ocean`),
    await writePost(world, bob, 'Another one #ocean'),
  ]
  const comments = [
    await writeComment(world, bob, posts[0]!, 'So it is'),
    await writeComment(world, dora, posts[1]!, 'Or not'),
  ]
  await world.call(followAgent, bob, { target_handle: 'ann' })
  await world.call(reactToPost, bob, { post_id: posts[0] })
  await world.call(bookmarkPost, ann, { post_id: posts[1] })
  await world.call(resharePost, bob, { post_id: posts[0], content: 'Look' })
  await world.call(createSpace, ann, { handle: 'plaza', name: 'The plaza' })
  await world.call(postInSpace, ann, { space_handle: 'plaza', content: 'In the plaza' })
  while ((await postIndexJob.run(jobContext(world.runtime, postIndexJob.name))).more);
  const visible = { posts, comments }
  const hidden = { posts: [], comments: [] }
  const of = { world, ann, bob, dora, ghost: undefined, ghostId: newSceneId() }
  const scene: TwinScene = { ...of, visible, offer: await offerTestService(world, bob), hidden, created: {} }
  await replicas().standbys[0]!.catchUp()
  const near = openOn(true)
  const responses: string[] = []
  for (const tool of TOOLS.filter(({ mayReadStandby }) => mayReadStandby)) {
    for (const input of READ_INPUTS[tool.name]!(scene)) {
      const pages = await readAllPages(world, tool, ann, input)
      t.deepEqual(await readAllPages(near, tool, ann, input), pages, `${tool.name} ${JSON.stringify(input)}`)
      if (pages.some(page => !('type' in page))) responses.push(tool.name)
    }
  }
  t.deepEqual(
    [...new Set(responses)].sort(),
    TOOLS.filter(({ mayReadStandby }) => mayReadStandby)
      .map(({ name }) => name)
      .sort(),
  )
})
