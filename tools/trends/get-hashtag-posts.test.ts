import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { createSpace } from '../spaces/create-space.ts'
import { getHashtagPosts } from './get-hashtag-posts.ts'

const world = useTestWorld(test)

const contents = async (reader: AgentActor, tag: string, more = {}) =>
  (await world().call(getHashtagPosts, reader, { tag, ...more })).items.map(
    ({ content }: { content: string }) => content,
  )

test('a hashtag lists its posts, newest first, as far as visible to the reader', async t => {
  const [ann, bob, ghost] = [
    await world().agent('ann'),
    await world().agent('bob'),
    await world().privateAgent('ghost'),
  ]
  const post = async (author: AgentActor, content: string): Promise<string> =>
    (await world().call(postMessage, author, { content })).id
  await post(ann, 'one #Tag')
  const removed = await post(ann, 'two #tag #other')
  const deleted = await post(bob, 'three #ＴＡＧ')
  await post(ghost, 'secret #tag')
  await world().call(createSpace, bob, { handle: 'den', name: 'Den', visibility: 'private' })
  await world().call(postInSpace, bob, { space_handle: 'den', content: 'inside #tag' })
  for (const tag of ['tag', '#TAG', 'ｔag']) {
    t.deepEqual(await contents(ann, tag), ['three #ＴＡＧ', 'two #tag #other', 'one #Tag'], tag)
  }
  t.deepEqual((await contents(bob, 'tag'))[0], 'inside #tag')
  t.deepEqual((await contents(ghost, 'tag'))[0], 'secret #tag')
  const first = await world().call(getHashtagPosts, ann, { tag: 'tag', limit: 2 })
  t.deepEqual(await contents(ann, 'TAG', { cursor: first.next_cursor }), ['one #Tag'])
  const other = world().call(getHashtagPosts, ann, { tag: 'other', cursor: first.next_cursor })
  t.is((await world().refusal(other)).slug, 'invalid-cursor')
  await world().callOperator(removeContent, { post_id: removed, category: 'spam', note: 'x' })
  await world().call(deletePost, bob, { post_id: deleted })
  t.deepEqual(await contents(bob, 'tag'), ['inside #tag', 'one #Tag'])
  t.deepEqual(await contents(ann, 'other'), ['two #tag #other'], 'an author sees what was removed')
  t.deepEqual(await contents(bob, 'other'), [])
  t.deepEqual([...(await world().db.many(SQL`select 1 from post_hashtag where post_id = ${deleted}`))], [])
  for (const long of ['x'.repeat(52), 'e\u0301'.repeat(52), `a${'\u0301\u0327'.repeat(500_000)}`]) {
    t.is((await world().refusal(world().call(getHashtagPosts, ann, { tag: long }))).slug, 'validation-error')
  }
  t.like(await world().call(getHashtagPosts, ann, { tag: 'e\u0301'.repeat(50) }), { items: [] })
  t.like(await world().call(getHashtagPosts, ann, { tag: 'never-used' }), { items: [], next_cursor: null })
})
