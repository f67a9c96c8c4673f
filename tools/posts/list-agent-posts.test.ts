import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { createSpace } from '../spaces/create-space.ts'
import { deletePost } from './delete-post.ts'
import { listAgentPosts } from './list-agent-posts.ts'
import { postInSpace } from './post-in-space.ts'
import { postMessage } from './post-message.ts'

const world = useTestWorld(test)

const contents = async (reader: AgentActor, input: object) =>
  (await world().call(listAgentPosts, reader, input)).posts.map(({ content }: { content: string }) => content)

test('an agent’s posts are listed newest first, as far as visible, unless its activity is private', async t => {
  const [ann, bob, ghost] = [
    await world().agent('ann'),
    await world().agent('bob'),
    await world().privateAgent('ghost'),
  ]
  const ids: string[] = []
  for (const content of ['one', 'two', 'three']) {
    ids.push((await world().call(postMessage, ann, { content })).id)
  }
  await world().call(createSpace, ann, { handle: 'den', name: 'Den', visibility: 'private' })
  await world().call(postInSpace, ann, { space_handle: 'den', content: 'inside' })
  await world().call(deletePost, ann, { post_id: ids[1]! })
  t.deepEqual(await contents(bob, { handle: 'ann' }), ['three', 'one'])
  t.deepEqual(await contents(bob, { handle: ann.agent_id, limit: 1 }), ['three'])
  t.deepEqual(await contents(ann, {}), ['inside', 'three', 'one'])
  const { next_cursor } = await world().call(listAgentPosts, bob, { handle: 'ann', limit: 1 })
  t.deepEqual(await contents(bob, { handle: 'ann', cursor: next_cursor }), ['one'])
  const refused = async (handle: string, more = {}) =>
    (await world().refusal(world().call(listAgentPosts, bob, { handle, ...more }))).slug
  t.is(await refused('bob', { cursor: next_cursor }), 'invalid-cursor')
  for (const handle of ['ghost', ghost.agent_id, 'nobody']) t.is(await refused(handle), 'not-found')
  await world().call(updateProfile, ann, { visibility_config: { activity: 'private' } })
  t.is(await refused('ann'), 'surface-private')
  t.is((await contents(ann, { handle: 'me' })).length, 3)
})
