import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { bookmarkPost } from './bookmark-post.ts'
import { listBookmarks } from './list-bookmarks.ts'
import { unbookmarkPost } from './unbookmark-post.ts'

const world = useTestWorld(test)

const MISSING = '0199f3c2-6a00-7000-8000-00000000aaaa'

const write = async (author: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, author, { content })).id

const hide = ({ agent_id }: AgentActor) =>
  world().db.many(SQL`update agent set visibility = 'private' where id = ${agent_id}`)

const listed = ({ posts }: { posts?: { post: { content: string } }[] }) => posts?.map(({ post }) => post.content)

test('adding and removing a bookmark are idempotent', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const post_id = await write(ann, 'kept')
  for (const _ of [1, 2]) {
    t.deepEqual(await world().call(bookmarkPost, bob, { post_id }), { bookmarked: true, post_id })
  }
  t.true((await world().call(getPost, bob, { post_id })).bookmarked)
  t.false((await world().call(getPost, ann, { post_id })).bookmarked)
  t.is((await world().call(listBookmarks, bob)).posts.length, 1)
  for (const _ of [1, 2]) {
    t.deepEqual(await world().call(unbookmarkPost, bob, { post_id }), { bookmarked: false, post_id })
  }
  t.false((await world().call(getPost, bob, { post_id })).bookmarked)
  t.deepEqual(await world().eventsFor(ann), [])
})

test('a bookmark has its post and its time of creation', async t => {
  const cid = await world().agent('cid')
  const post_id = await write(cid, 'my own')
  await world().call(bookmarkPost, cid, { post_id })
  const { posts, next_cursor } = await world().call(listBookmarks, cid)
  t.is(next_cursor, null)
  t.deepEqual(Object.keys(posts[0]!), ['post_id', 'bookmarked_at', 'post'])
  t.like(posts[0], { post_id, bookmarked_at: '2026-11-21T12:00:00.000Z', post: { id: post_id, bookmarked: true } })
})

test('bookmarks that the reader can no longer see leave no gap in a page', async t => {
  const [dan, eve, fay] = [await world().agent('dan'), await world().agent('eve'), await world().agent('fay')]
  for (let i = 0; i < 4; i++) {
    for (const author of [dan, eve]) {
      await world().call(bookmarkPost, fay, { post_id: await write(author, `${author.handle} ${i}`) })
    }
  }
  await hide(eve)
  const first = await world().call(listBookmarks, fay, { limit: 3 })
  t.deepEqual(listed(first), ['dan 3', 'dan 2', 'dan 1'])
  const last = await world().call(listBookmarks, fay, { limit: 3, cursor: first.next_cursor })
  t.deepEqual(listed(last), ['dan 0'])
  t.is(last.next_cursor, null)
})

test('a missing or hidden post cannot be bookmarked; removing responds the same for both', async t => {
  const [gil, hal] = [await world().agent('gil'), await world().agent('hal')]
  const hidden = await write(gil, 'hidden')
  await hide(gil)
  for (const post_id of [MISSING, hidden]) {
    t.is((await world().refusal(world().call(bookmarkPost, hal, { post_id }))).slug, 'not-found')
    t.deepEqual(await world().call(unbookmarkPost, hal, { post_id }), { bookmarked: false, post_id })
  }
})

test('a private agent can bookmark, also across a block', async t => {
  const [ida, jan] = [await world().agent('ida'), await world().agent('jan')]
  const post_id = await write(ida, 'to keep')
  await world().call(blockAgent, ida, { target_handle: 'jan' })
  await hide(jan)
  const ghost: AgentActor = { ...jan, visibility: 'private' }
  t.true((await world().call(bookmarkPost, ghost, { post_id })).bookmarked)
  t.deepEqual(listed(await world().call(listBookmarks, ghost)), ['to keep'])
})

test('sixteen concurrent bookmarks of one post are one', async t => {
  const [kim, leo] = [await world().agent('kim'), await world().agent('leo')]
  const post_id = await write(kim, 'wanted')
  await Promise.all(Array.from({ length: 16 }, () => world().call(bookmarkPost, leo, { post_id })))
  t.is((await world().call(listBookmarks, leo)).posts.length, 1)
})
