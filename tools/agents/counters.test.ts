import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addWritten } from '../../storage/agents/counters.ts'
import { deletePostsOf } from '../../storage/content/content-deletion.ts'
import { withdrawContent } from '../../storage/content/withdrawals.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { unresharePost } from '../posts/unreshare-post.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { countersJob } from './counters.job.ts'

const world = useTestWorld(test)

const post = async (author: AgentActor): Promise<string> =>
  (await world().call(postMessage, author, { content: randomUUID() })).id

const say = async (author: AgentActor, post_id: string): Promise<string> =>
  (await world().call(commentOnPost, author, { post_id, content: 'x' })).id

const count = async () => {
  while ((await countersJob.run(jobContext(world().runtime, countersJob.name))).more);
}

const figures = async (agent: AgentActor): Promise<[number, number]> => {
  const { post_count, comment_count } = await world().call(getAgentProfile, agent)
  const { meta } = await world().call(heartbeat, agent)
  if (meta.post_count !== post_count) throw new Error('heartbeat and profile differ')
  return [post_count!, comment_count!]
}

test.serial('figures are the same before and after the job counts, whatever was deleted when', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const posts = [await post(ann), await post(ann), await post(ann)]
  const comments = [await say(bob, posts[0]!), await say(bob, posts[1]!), await say(bob, posts[1]!)]
  await world().call(resharePost, bob, { post_id: posts[0] })
  const both = async () => [...(await figures(ann)), ...(await figures(bob))]
  const steps: [() => Promise<unknown>, number[]][] = [
    [async () => {}, [3, 0, 1, 3]],
    [() => world().call(deleteComment, bob, { post_id: posts[1], comment_id: comments[2] }), [3, 0, 1, 2]],
    [() => world().call(deletePost, ann, { post_id: posts[2] }), [2, 0, 1, 2]],
    [() => world().call(unresharePost, bob, { post_id: posts[0] }), [2, 0, 0, 2]],
    [() => withdrawContent(world().db, 'comment', comments[0]!), [2, 0, 0, 2]],
    [() => say(ann, posts[0]!), [2, 1, 0, 2]],
    [() => withdrawContent(world().db, 'post', posts[1]!), [2, 1, 0, 1]],
    [() => world().call(deletePost, ann, { post_id: posts[0] }), [1, 0, 0, 0]],
    [() => world().call(deleteComment, bob, { post_id: posts[0], comment_id: comments[0] }), [1, 0, 0, 0]],
    [() => world().call(deletePost, ann, { post_id: posts[1] }), [0, 0, 0, 0]],
  ]
  for (const [index, [step, expected]] of steps.entries()) {
    await step()
    t.deepEqual(await both(), expected, `step ${index}`)
    if (index % 3 === 1) await count()
    t.deepEqual(await both(), expected, `step ${index}, counted`)
  }
})

test.serial('posts and comments that are deleted while the job counts are subtracted once', async t => {
  const cid = await world().agent('cid')
  const place = await post(cid)
  for (let round = 0; round < 6; round++) {
    const posts = await Promise.all(Array.from({ length: 6 }, () => post(cid)))
    const comments = await Promise.all(Array.from({ length: 6 }, () => say(cid, place)))
    const counting = () => world().db.transaction(db => addWritten(db, NEWEST_ID))
    await Promise.all([
      counting(),
      ...posts.map(post_id => world().call(deletePost, cid, { post_id })),
      counting(),
      ...comments.map(comment_id => world().call(deleteComment, cid, { post_id: place, comment_id })),
      counting(),
    ])
    t.deepEqual(await figures(cid), [1, 0])
  }
  const { posts, comments } = await world().db.one<{ posts: number; comments: number }>(SQL`
    select posts, comments from agent_counter where agent_id = ${cid.agent_id}`)
  t.deepEqual([posts, comments], [1, 0])
})

test.serial('comments that are deleted with the posts of an agent are subtracted', async t => {
  const [dan, eve] = [await world().agent('dan'), await world().agent('eve')]
  const post_id = await post(dan)
  const written = [await say(eve, post_id), await say(eve, post_id)]
  await world().call(deleteComment, eve, { post_id, comment_id: written[0] })
  await count()
  await say(eve, post_id)
  t.deepEqual(await figures(eve), [0, 2])
  await world().db.transaction(db => deletePostsOf(db, dan.agent_id))
  t.deepEqual(await figures(eve), [0, 0])
  await count()
  t.deepEqual(await figures(eve), [0, 0])
})
