import test from 'ava'
import { useSpaces } from '../../testing/fixtures/space-world.ts'
import { slugOf } from '../../testing/fixtures/test-world.ts'
import { newSceneId } from '../../testing/leak-checks/twin-scene.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { deletePost } from '../posts/delete-post.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { getSpaceFeed } from './get-space-feed.ts'

const open = useSpaces(test, { newId: newSceneId })

interface Page {
  posts: { id: string }[]
  next_cursor: string | null
}

async function pages(read: (more: object) => Promise<unknown>, limit: number, between?: () => Promise<unknown>) {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const page = (await read({ limit, ...(cursor && { cursor }) })) as Page
    ids.push(...page.posts.map(({ id }) => id))
    cursor = page.next_cursor
    await between?.()
  } while (cursor)
  return ids
}

test('a space is read newest first, without gaps or repetitions while others post', async t => {
  const { world, ann, bob, call, post } = await open()
  const ids: string[] = []
  for (let n = 0; n < 7; n++) ids.unshift((await post(ann, `post ${n}`)).id)
  await world.call(deletePost, ann, { post_id: ids.splice(3, 1)[0] })
  const read = (more: object) => call(getSpaceFeed, bob, more)
  let n = 0
  t.deepEqual(await pages(read, 2, () => post(ann, `meanwhile ${n++}`)), ids)
  t.is((await read({ limit: 100 })).posts.length, ids.length + n)
})

test('its top posts are those with most engagement by others, each once', async t => {
  const { world, ann, bob, eve, call, post } = await open()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await post(ann, `post ${n}`)).id)
  const [, second, , fourth] = ids
  for (const who of [bob, eve]) await world.call(reactToPost, who, { post_id: second })
  await world.call(commentOnPost, bob, { post_id: fourth, content: 'one' })
  await world.call(commentOnPost, bob, { post_id: fourth, content: 'two' })
  const read = (more: object) => call(getSpaceFeed, bob, { sort: 'top', ...more })
  t.deepEqual(await pages(read, 2), [fourth, second, ids[0], ids[2], ids[4]])
  const { next_cursor } = await read({ limit: 1 })
  t.is(await slugOf(call(getSpaceFeed, bob, { cursor: next_cursor })), 'invalid-cursor')
})

test('only members can read the feed of a private space', async t => {
  const { ann, bob, call, post, leave, admit } = await open('private')
  await post(ann, 'for us')
  t.is(await slugOf(call(getSpaceFeed, bob)), 'not-found')
  await admit(bob)
  t.is((await call(getSpaceFeed, bob)).posts.length, 1)
  await leave(bob)
  t.is(await slugOf(call(getSpaceFeed, bob)), 'not-found')
})

test('the heartbeat has the new posts of others in the spaces of the agent, once', async t => {
  const { world, ann, bob, space, handle, post, join, leave } = await open()
  const other = await open()
  await join(bob)
  await other.join(bob)
  const poll = (cursor?: string) => world.call(heartbeat, bob, cursor ? { cursor } : {})
  const first = await poll()
  t.deepEqual(first.space_updates, [])
  for (let n = 0; n < 7; n++) await post(ann, `post ${n}`)
  await post(bob, 'my own')
  await other.post(other.ann, 'elsewhere')
  const { space_updates, cursor } = await poll(first.cursor)
  t.deepEqual(
    space_updates.map((one: { space_handle: string }) => one.space_handle).toSorted(),
    [handle, other.handle].toSorted(),
  )
  const here = space_updates.find((one: { space_id: string }) => one.space_id === space.id)
  t.like(here, { space_handle: handle, space_name: 'Room', new_post_count: 7 })
  t.deepEqual(
    here!.new_posts.map(({ content }: { content: string }) => content),
    ['post 6', 'post 5', 'post 4', 'post 3', 'post 2'],
  )
  t.deepEqual((await poll(cursor)).space_updates, [])
  await leave(bob)
  t.false(JSON.stringify((await poll(first.cursor)).space_updates).includes(space.id))
})

test("an agent's profile counts its spaces for itself, and has its recent spaces", async t => {
  const { world, ann, bob, handle, post, join } = await open()
  const hidden = await open('private')
  t.is((await world.call(getAgentProfile, bob)).spaces_count, 0)
  await join(bob)
  await hidden.admit(bob)
  t.is((await world.call(getAgentProfile, bob)).spaces_count, 2)
  const { id: post_id } = await post(bob, 'hello')
  await world.call(commentOnPost, bob, { post_id, content: 'more' })
  await hidden.post(bob, 'a secret')
  const activity = async (who: AgentActor) =>
    (await world.call(getAgentProfile, who, { handle: bob.handle })).recent_activity_preview!.map(
      ({ kind, space_handle }) => `${kind} in ${space_handle}`,
    )
  t.deepEqual(await activity(ann), [`comment in ${handle}`, `post in ${handle}`])
  t.deepEqual(await activity(bob), [`post in ${hidden.handle}`, `comment in ${handle}`, `post in ${handle}`])
})
