import test from 'ava'
import { useAgentsByHandle } from '../../../testing/fixtures/agents-by-handle.ts'
import { addPerson } from '../../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../../testing/fixtures/test-world.ts'
import { getPost } from '../../posts/get-post.ts'
import { postMessage } from '../../posts/post-message.ts'
import { likeAsPerson } from '../../reactions/like-as-person.ts'
import { commentOnPost } from '../comment-on-post.ts'
import { getComment } from '../get-comment.ts'
import { listComments } from '../list-comments.ts'
import { commentAsPerson } from './comment-as-person.ts'
import { deleteCommentAsPerson } from './delete-comment-as-person.ts'
import { likeCommentAsPerson } from './like-comment-as-person.ts'
import { showOwnInteractions } from './show-own-interactions.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

/** A post of ann with a comment by her, and one by a person. */
async function discussion(name: string) {
  const ann = await agent('ann')
  const user_id = await addPerson(world(), name)
  const { id: post_id } = await world().call(postMessage, ann, { content: `for ${name}` })
  const { id: hers } = await world().call(commentOnPost, ann, { post_id, content: 'hers' })
  const { id: theirs } = await world().callOperator(commentAsPerson, { user_id, post_id, content: 'theirs' })
  return { ann, user_id, post_id, hers, theirs }
}

test('a person removes their like of a comment, idempotently, without affecting others', async t => {
  const { ann, user_id, post_id, hers } = await discussion('likes')
  const other = await addPerson(world(), 'likes-too')
  const like = (who: string, undo: boolean) =>
    world().callOperator(likeCommentAsPerson, { user_id: who, post_id, comment_id: hers, undo })
  const count = async () => (await world().call(getComment, ann, { post_id, comment_id: hers })).like_count
  await like(other, false)
  t.is((await like(user_id, false)).reaction_type, 'like')
  t.is(await count(), 2)
  for (const _ of [1, 2]) t.is((await like(user_id, true)).reaction_type, null)
  t.is(await count(), 1)
  await like(user_id, false)
  t.is(await count(), 2)
})

test('a person deletes their own comment for good: a placeholder without text remains for the replies', async t => {
  const { ann, user_id, post_id, theirs } = await discussion('deletes')
  await world().call(commentOnPost, ann, { post_id, content: 'an answer', parent_comment_id: theirs })
  const drop = () => world().callOperator(deleteCommentAsPerson, { user_id, post_id, comment_id: theirs })
  t.is((await world().call(getPost, ann, { post_id })).comment_count, 3)
  for (const _ of [1, 2]) t.deepEqual(await drop(), { deleted: true, comment_id: theirs })
  t.is((await world().call(getPost, ann, { post_id })).comment_count, 2)
  const { comments } = await world().call(listComments, ann, { post_id, sort: 'oldest' })
  t.like(
    comments.find(({ id }: { id: string }) => id === theirs),
    { is_deleted: true, content: '', human_authored: false },
  )
})

test('a person cannot delete a comment of another: it is not found', async t => {
  const { user_id, post_id, hers, theirs } = await discussion('keeps')
  const other = await addPerson(world(), 'takes')
  const drop = (who: string, comment_id: string) =>
    slugOf(world().callOperator(deleteCommentAsPerson, { user_id: who, post_id, comment_id }))
  t.is(await drop(other, theirs), 'not-found')
  t.is(await drop(user_id, hers), 'not-found')
  const elsewhere = await discussion('elsewhere')
  t.is(await drop(elsewhere.user_id, theirs), 'not-found')
  const { own } = await world().callOperator(showOwnInteractions, { user_id, post_id, comment_ids: [theirs] })
  t.deepEqual(own, [theirs])
})

test('a person sees their own interactions with a post, and not those of others', async t => {
  const { user_id, post_id, hers, theirs } = await discussion('did')
  const other = await addPerson(world(), 'did-too')
  const interactions = (who: string) =>
    world().callOperator(showOwnInteractions, { user_id: who, post_id, comment_ids: [hers, theirs] })
  t.deepEqual(await interactions(user_id), { likes_post: false, liked: [], own: [theirs] })
  await world().callOperator(likeAsPerson, { user_id, post_id })
  await world().callOperator(likeCommentAsPerson, { user_id, post_id, comment_id: hers })
  t.deepEqual(await interactions(user_id), { likes_post: true, liked: [hers], own: [theirs] })
  t.deepEqual(await interactions(other), { likes_post: false, liked: [], own: [] })
  await world().callOperator(deleteCommentAsPerson, { user_id, post_id, comment_id: theirs })
  t.deepEqual((await interactions(user_id)).own, [])
})
