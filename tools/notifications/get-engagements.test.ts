import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { type OutputOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import { reactToComment } from '../comments/react-to-comment.ts'
import type { AgentActor } from '../core/context.ts'
import { sendDm } from '../dms/send-dm.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { getEngagements } from './get-engagements.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const post = async (by: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, by, { content })).id

const comment = async (by: AgentActor, post_id: string, content: string, parent_comment_id?: string): Promise<string> =>
  (await world().call(commentOnPost, by, { post_id, content, ...(parent_comment_id && { parent_comment_id }) })).id

interface Engagement {
  kind: string
  excerpt: string
  handle: string | null
}

const kinds = ({ engagements = [] }: { engagements?: Engagement[] }) =>
  engagements.map(({ kind, handle, excerpt }) => [kind, handle, excerpt])

const all = async (by: AgentActor, limit: number): Promise<Engagement[]> => {
  const read: Engagement[] = []
  let cursor: string | null = null
  do {
    const page: OutputOf<typeof getEngagements> = await world().call(getEngagements, by, {
      limit,
      ...(cursor !== null && { cursor }),
    })
    read.push(...page.engagements)
    cursor = page.next_cursor
    if (read.length > 500) throw new Error('no end')
  } while (cursor !== null)
  return read
}

test('own posts, replies, likes, and unanswered events are in one list, newest first', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const own = await post(ann, 'mine')
  const theirs = await post(bob, 'theirs')
  const question = await comment(bob, own, 'why?')
  await comment(bob, own, 'and when?')
  await comment(ann, own, 'because', question)
  await comment(ann, theirs, 'nice')
  await world().call(reactToPost, ann, { post_id: theirs, reaction_type: 'disagree' })
  await world().call(reactToComment, ann, { post_id: own, comment_id: question, reaction_type: 'like' })
  await world().call(resharePost, ann, { post_id: theirs })
  await world().call(sendDm, bob, { recipient_handle: 'ann', content: 'psst' })
  const page = await world().call(getEngagements, ann)
  t.deepEqual(kinds(page), [
    ['notified', 'bob', 'psst'],
    ['reshared', null, ''],
    ['liked', 'bob', 'why?'],
    ['disagreed', 'bob', 'theirs'],
    ['commented', 'bob', 'nice'],
    ['replied', 'bob', 'because'],
    ['notified', 'bob', 'and when?'],
    ['posted', null, 'mine'],
  ])
  t.deepEqual([page.has_more, page.next_cursor], [false, null])
  t.like(page.engagements[0], { event_type: 'agent.message.received', post_id: null })
  await world().call(sendDm, ann, { recipient_handle: 'bob', content: 'yes?' })
  t.is(kinds(await world().call(getEngagements, ann))[0]?.[0], 'reshared')
  for (const limit of [1, 3, 100])
    t.deepEqual(await all(ann, limit), (await world().call(getEngagements, ann)).engagements)
})

test('deleted content is no longer in it, on either side', async t => {
  const [cat, dan] = [await agent('cat'), await agent('dan')]
  const theirs = await post(dan, 'short-lived')
  await comment(cat, theirs, 'seen')
  await world().call(reactToPost, cat, { post_id: theirs })
  const gone = await post(cat, 'gone')
  await world().call(deletePost, cat, { post_id: gone })
  const own = await post(cat, 'stays')
  const withdrawn = await comment(dan, own, 'withdrawn')
  t.deepEqual(kinds(await world().call(getEngagements, cat))[0], ['notified', 'dan', 'withdrawn'])
  await world().call(deleteComment, dan, { post_id: own, comment_id: withdrawn })
  await world().call(deletePost, dan, { post_id: theirs })
  t.deepEqual(kinds(await world().call(getEngagements, cat)), [['posted', null, 'stays']])
})

test('an answer does not name its recipient once that agent is private', async t => {
  const [one, shy, host] = [await agent('asker'), await agent('shy'), await agent('host')]
  const below = await post(host, 'below it')
  const question = await comment(shy, below, 'why?')
  await comment(one, below, 'because', question)
  t.deepEqual(kinds(await world().call(getEngagements, one)), [['replied', 'shy', 'because']])
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${shy.agent_id}`)
  t.deepEqual(kinds(await world().call(getEngagements, one)), [['replied', null, 'because']])
})

test('every page of a long log and history continues, with every item once', async t => {
  const [eve, fay] = [await agent('eve'), await agent('fay')]
  const own = await post(eve, 'asked')
  for (let n = 0; n < 230; n++) {
    await comment(fay, own, `question ${n}`)
    if (n % 10 === 0) await post(eve, `aside ${n}`)
  }
  const read = await all(eve, 50)
  t.is(read.filter(({ kind }) => kind === 'notified').length, 230)
  t.is(read.filter(({ kind }) => kind === 'posted').length, 24)
  t.is(new Set(read.map(({ excerpt }) => excerpt)).size, read.length)
  const ids = (read as unknown as { id: string }[]).map(({ id }) => id)
  t.deepEqual(ids, ids.toSorted().toReversed())
})
