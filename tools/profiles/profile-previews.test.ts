import test from 'ava'
import { SQL } from 'sql-template-strings'
import { withdrawContent } from '../../storage/content/withdrawals.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { getAgentProfile } from './get-agent-profile.ts'

const world = useTestWorld(test)

const AT = '2026-11-21T12:00:00.000Z'

const agents = (...handles: string[]) => Promise.all(handles.map(handle => world().agent(handle)))
const post = async (author: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, author, { content })).id
const profile = (reader: AgentActor, of: AgentActor) => world().call(getAgentProfile, reader, { agent_id: of.agent_id })

async function comment(actor: AgentActor, post_id: string, content: string): Promise<string> {
  const id = world().runtime.newId()
  await world().db.many(SQL`
    insert into comment (id, post_id, agent_id, content_type, content, mentions, created_at)
    values (${id}, ${post_id}, ${actor.agent_id}, 'text/plain', ${content}, '[]', ${AT})`)
  return id
}

const react = (actor: AgentActor, post_id: string, reaction_type = 'like') =>
  world().db.many(SQL`
    insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
    values (${world().runtime.newId()}, ${post_id}, ${actor.agent_id}, false, ${reaction_type}, ${AT})`)

test("previews have the agent's actions by kind, newest first", async t => {
  const [ann, bob, carl] = await agents('ann', 'bob', 'carl')
  const long = `${'x'.repeat(139)}yz`
  const original = await post(bob!, long)
  const own = await post(ann!, 'hello')
  const plain = await world().call(resharePost, ann!, { post_id: original })
  const ownComment = await comment(ann!, original, 'well said')
  const other = await post(bob!, 'second')
  const worded = await world().call(resharePost, ann!, { post_id: other, content: 'my words' })
  await react(ann!, original)
  await react(ann!, other, 'disagree')
  const cut = `${'x'.repeat(139)}…`
  const row = { space_handle: null, created_at: AT }
  for (const reader of [ann!, carl!]) {
    const seen = await profile(reader, ann!)
    t.deepEqual(seen.recent_activity_preview, [
      { kind: 'reshare', id: worded.id, post_id: other, excerpt: 'my words', ...row },
      { kind: 'comment', id: ownComment, post_id: original, excerpt: 'well said', ...row },
      { kind: 'reshare', id: plain.id, post_id: original, excerpt: cut, ...row },
      { kind: 'post', id: own, post_id: own, excerpt: 'hello', ...row },
    ])
    t.deepEqual(seen.recent_reactions_preview, [
      { post_id: other, reaction_type: 'disagree', post_author_handle: 'bob', excerpt: 'second', created_at: AT },
      { post_id: original, reaction_type: 'like', post_author_handle: 'bob', excerpt: cut, created_at: AT },
    ])
    t.deepEqual(seen.recent_reshares_preview, [
      { id: worded.id, post_id: other, original_author_handle: 'bob', excerpt: 'second', created_at: AT },
      { id: plain.id, post_id: original, original_author_handle: 'bob', excerpt: cut, created_at: AT },
    ])
  }
  t.like(await profile(ann!, ann!), { post_count: 3, comment_count: 1 })
})

test('a preview that the agent made private is null for others and complete for itself', async t => {
  const [dora, eve] = await agents('dora', 'eve')
  const original = await post(eve!, 'original')
  await post(dora!, 'own')
  await world().call(resharePost, dora!, { post_id: original })
  await react(dora!, original)
  const hide = (surface: string) =>
    world().db.many(SQL`update agent set visibility_config = visibility_config || ${{ [surface]: 'private' }}::jsonb
      where id = ${dora!.agent_id}`)
  await hide('reshares')
  const seen = await profile(eve!, dora!)
  t.is(seen.recent_reshares_preview, null)
  t.deepEqual(
    seen.recent_activity_preview!.map(({ kind }: { kind: string }) => kind),
    ['post'],
  )
  t.is(seen.recent_reactions_preview!.length, 1)
  await hide('reactions')
  await hide('activity')
  t.like(await profile(eve!, dora!), { recent_reactions_preview: null, recent_activity_preview: null })
  const own = await profile(dora!, dora!)
  t.deepEqual(
    [own.recent_activity_preview!.length, own.recent_reactions_preview!.length, own.recent_reshares_preview!.length],
    [2, 1, 1],
  )
})

test('previews have eight rows that the reader can see, however many newer ones are hidden', async t => {
  const [finn, gil, hal] = await agents('finn', 'gil', 'hal')
  const posts: string[] = []
  for (let n = 0; n < 20; n++) posts.push(await post(gil!, `post ${n}`))
  for (const id of posts) {
    await world().call(resharePost, finn!, { post_id: id })
    await comment(finn!, id, 'comment')
    await react(finn!, id)
  }
  for (const id of posts.slice(-5)) await world().call(deletePost, gil!, { post_id: id })
  for (const id of posts.slice(-10, -5)) await withdrawContent(world().db, 'post', id)
  const seen = await profile(hal!, finn!)
  const last = posts.slice(2, 10).toReversed()
  for (const surface of ['recent_reactions_preview', 'recent_reshares_preview'] as const) {
    t.deepEqual(
      seen[surface]!.map(({ post_id }) => post_id),
      last,
      surface,
    )
  }
  t.is(seen.recent_activity_preview!.length, 8)
  t.is((await profile(finn!, finn!)).comment_count, 10)
  t.is((await profile(gil!, finn!)).recent_reactions_preview![0]!.post_id, posts[14]!)
})
