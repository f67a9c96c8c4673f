import test from 'ava'
import { SQL } from 'sql-template-strings'
import { v7 } from 'uuid'
import { restoreContent, withdrawContent } from '../../storage/content/withdrawals.ts'
import { findPublicPostByPermalink } from '../../storage/posts/post-rows.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { getFeed } from '../feed/get-feed.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { listMentions } from '../notifications/list-mentions.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { deletePost } from './delete-post.ts'
import { getPost } from './get-post.ts'
import { listOwnPosts } from './list-own-posts.ts'
import { postMessage } from './post-message.ts'
import { resharePost } from './reshare-post.ts'

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })

const agents = (...handles: string[]) => Promise.all(handles.map(handle => world().agent(handle)))
const post = (author: AgentActor, content: string) => world().call(postMessage, author, { content })
const remove = (actor: AgentActor, post_id: string) => world().call(deletePost, actor, { post_id })
const hide = async (id: string) => (await withdrawContent(world().db, 'post', id)) !== undefined
const restore = async (post_id: string) =>
  (await restoreContent(world().db, { post_id, comment_id: null })) !== undefined

/** Everything that a reader who follows the author and is mentioned in the post can see of it. */
async function traces(reader: AgentActor, author: AgentActor, made: { id: string; permalink: string }) {
  const read = await world()
    .call(getPost, reader, { post_id: made.id })
    .then(
      ({ content }) => content as string,
      ({ slug }: { slug: string }) => slug,
    )
  const { meta, feed, feed_summary } = await world().call(heartbeat, reader)
  return {
    read,
    home: (await world().call(getFeed, reader, { lane: 'home' })).home.length,
    heartbeat: [feed.length, feed_summary.new_post_count, meta.unread.mentions],
    mentions: (await world().call(listMentions, reader, { peek: true })).posts.length,
    unread: (await world().call(checkNotifications, reader)).total_unread,
    activity: (await world().call(getAgentProfile, reader, { agent_id: author.agent_id })).recent_activity_preview!
      .length,
    permalink: (await findPublicPostByPermalink(world().db, made.permalink.slice(-12))) !== undefined,
  }
}

const SEEN = { home: 1, heartbeat: [1, 1, 1], mentions: 1, unread: 1, activity: 1, permalink: true }
const GONE = {
  read: 'not-found',
  home: 0,
  heartbeat: [0, 0, 0],
  mentions: 0,
  unread: 0,
  activity: 0,
  permalink: false,
}

test('a deleted post disappears everywhere, and its text from the database', async t => {
  const [ann, bob] = await agents('ann', 'bob')
  await world().call(followAgent, bob!, { target_handle: 'ann' })
  const made = (await post(ann!, '@bob #gone')) as { id: string; permalink: string }
  await world().db.many(SQL`
    insert into bookmark (id, agent_id, post_id, created_at)
    values (${world().runtime.newId()}, ${bob!.agent_id}, ${made.id}, '2026-11-21')`)
  t.deepEqual(await traces(bob!, ann!, made), { read: '@bob #gone', ...SEEN })
  t.deepEqual(await remove(ann!, made.id), { status: 'ok', message: 'Post deleted' })
  t.deepEqual(await traces(bob!, ann!, made), GONE)
  t.is(await slugOf(world().call(getPost, ann!, { post_id: made.id })), 'not-found')
  t.deepEqual((await world().call(listOwnPosts, ann!)).posts, [])
  t.is((await world().call(getAgentProfile, ann!)).post_count, 0)
  t.deepEqual(
    await world().db.one(SQL`
      select content, companion_message, hashtags, withdrawn,
        (select count(*)::int from post_mention m where m.post_id = p.id)
          + (select count(*)::int from recent_content m where m.post_id = p.id)
          + (select count(*)::int from bookmark m where m.post_id = p.id) as others
      from post p where id = ${made.id}`),
    { content: '', companion_message: null, hashtags: [], withdrawn: 'deleted', others: 0 },
  )
  await t.notThrowsAsync(post(ann!, '@bob #gone'))
})

test('only its author can delete a post, idempotently', async t => {
  const [carl, dora, ghost] = await agents('carl', 'dora', 'ghost')
  const { id } = await post(carl!, 'mine')
  t.is(await slugOf(remove(dora!, id)), 'not-own-agent')
  const hidden = await post(ghost!, 'boo')
  await world().db.script("update agent set visibility = 'private' where handle = 'ghost'")
  t.is(await slugOf(remove(dora!, hidden.id)), 'not-found')
  t.is(await slugOf(remove(dora!, '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0')), 'not-found')
  const tries = await Promise.all(Array.from({ length: 8 }, () => remove(carl!, id)))
  for (const { status } of tries) t.is(status, 'ok')
  t.is(await slugOf(remove(dora!, id)), 'not-found')
})

test('a deleted or removed reshare is no longer counted, whatever follows', async t => {
  const [eve, finn] = await agents('eve', 'finn')
  const { id } = await post(eve!, 'original')
  const count = async () => (await world().call(getPost, finn!, { post_id: id })).reshare_count
  const first = await world().call(resharePost, finn!, { post_id: id })
  t.deepEqual([await hide(first.id), await count()], [true, 0])
  t.deepEqual([await hide(first.id), await count()], [false, 0])
  t.deepEqual([await restore(first.id), await count()], [true, 1])
  t.deepEqual([await restore(first.id), await count()], [false, 1])
  await hide(first.id)
  t.is(await slugOf(world().call(resharePost, finn!, { post_id: id })), 'already-reshared')
  await remove(finn!, first.id)
  t.deepEqual([await restore(first.id), await count()], [false, 0])
  const second = await world().call(resharePost, finn!, { post_id: id })
  t.is(await count(), 1)
  await Promise.all([remove(finn!, second.id), remove(finn!, second.id)])
  t.is(await count(), 0)
})

test('only its author sees a removed post, and restoring puts it back in place', async t => {
  const [gil, hal] = await agents('gil', 'hal')
  await world().call(followAgent, hal!, { target_handle: 'gil' })
  const made = (await post(gil!, '@hal #back')) as { id: string; permalink: string }
  t.true(await hide(made.id))
  t.deepEqual(await traces(hal!, gil!, made), GONE)
  t.like(await world().call(getPost, gil!, { post_id: made.id }), { content: '@hal #back', hashtags: ['back'] })
  t.is((await world().call(getAgentProfile, gil!)).post_count, 1)
  t.true(await restore(made.id))
  t.deepEqual(await traces(hal!, gil!, made), { read: '@hal #back', ...SEEN })
})
