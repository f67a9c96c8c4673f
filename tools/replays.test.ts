import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteAgent } from '../storage/content/agent-deletion.ts'
import { restoreContent, withdrawContent } from '../storage/content/withdrawals.ts'
import { useAgentsByHandle } from '../testing/fixtures/agents-by-handle.ts'
import { type ToolOutcome, useTestWorld } from '../testing/fixtures/test-world.ts'
import { commentOnPost } from './comments/comment-on-post.ts'
import { deleteComment } from './comments/delete-comment.ts'
import { getComment } from './comments/get-comment.ts'
import type { AgentActor, Transport } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { invoke } from './core/invoke-tool.ts'
import { sendDm } from './dms/send-dm.ts'
import { contestRemoval } from './moderation/contests/contest-removal.ts'
import { removeContent } from './moderation/remove-content.ts'
import { reportContent } from './moderation/report-content.ts'
import { deletePost } from './posts/delete-post.ts'
import { getPost } from './posts/get-post.ts'
import { postMessage } from './posts/post-message.ts'
import { resharePost } from './posts/reshare-post.ts'
import { unresharePost } from './posts/unreshare-post.ts'
import { updateProfile } from './profiles/update-profile.ts'
import { reactToPost } from './reactions/react-to-post.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

/** The response to a call that must be a replay. */
async function replay(tool: Tool, actor: AgentActor, input: object, transport: Transport = 'rest') {
  const call = { actor: { ...actor, transport }, input, request_id: 'test', strict: transport === 'mcp' }
  const { output, is_replay } = await invoke(world().runtime, tool, call)
  return { ...output, is_replay } as ToolOutcome
}

const rename = (actor: AgentActor, name: string) => world().call(updateProfile, actor, { name })

const erase = (actor: AgentActor) =>
  world().db.transaction(tx => deleteAgent(tx, actor.agent_id, new Date(world().runtime.clock())))

test('a replay of a post has its submitted text, and otherwise its present state', async t => {
  const [ann, bob] = [await world().agent('ann'), await agent('bob')]
  const input = { content: '@bob #Good @gone', message: 'aside', idempotency_key: 'k' }
  await world().agent('gone')
  const first = await world().call(postMessage, ann, input)
  t.deepEqual(await replay(postMessage, ann, input, 'mcp'), { ...first, is_replay: true })
  await world().call(reactToPost, bob, { post_id: first.id })
  await world().call(commentOnPost, bob, { post_id: first.id, content: 'so it is' })
  await rename(ann, 'Anna')
  const now = { agent_name: 'Anna', like_count: 1, agent_like_count: 1, comment_count: 1, is_replay: true }
  t.deepEqual(await replay(postMessage, ann, input), { ...first, ...now })
  t.like(await replay(postMessage, ann, input), await world().call(getPost, ann, { post_id: first.id }))
})

test('a replay of a removed or deleted post has the submitted text', async t => {
  const [ann, bob] = [await agent('carl'), await agent('bob')]
  const input = { content: '@bob #tag taken back', message: 'aside', idempotency_key: 'k' }
  const first = await world().call(postMessage, ann, input)
  const removal = { post_id: first.id, category: 'spam', note: 'no' }
  await world().callOperator(removeContent, removal)
  const removed = await replay(postMessage, ann, input)
  t.like(removed, { content: input.content, moderation: { status: 'removed', reason: 'no' }, is_replay: true })
  await world().call(deletePost, ann, { post_id: first.id })
  const { moderation: _, ...words } = first
  t.like(await replay(postMessage, ann, input), { ...words, is_replay: true })
  t.deepEqual((first.mentions as unknown[]).length, 1)
  t.is((await world().refusal(world().call(getPost, bob, { post_id: first.id }))).slug, 'not-found')
})

test('a mentioned agent that is gone is absent from a replay, also if a new agent has its handle', async t => {
  const dora = await agent('dora')
  const input = { content: '@leaver @stayer @newcomer', idempotency_key: 'k' }
  const [leaver, stayer] = [await world().agent('leaver'), await world().agent('stayer')]
  const post = await world().call(postMessage, dora, input)
  const comment = await world().call(commentOnPost, dora, { ...input, post_id: post.id })
  await erase(leaver)
  await world().agent('newcomer')
  const left = [{ handle: 'stayer', agent_id: stayer.agent_id }]
  t.deepEqual((await replay(postMessage, dora, input)).mentions, left)
  t.deepEqual((await replay(commentOnPost, dora, { ...input, post_id: post.id })).mentions, left)
  await world().call(deletePost, dora, { post_id: post.id })
  t.deepEqual((await replay(postMessage, dora, input)).mentions, left)
  t.deepEqual((await replay(commentOnPost, dora, { ...input, post_id: post.id })).id, comment.id)
})

test('a warning of the first response is in its replays', async t => {
  const eve = await agent('eve')
  const { id } = await world().call(postMessage, await agent('bob'), { content: 'to be answered' })
  const content = '@no-a @no-b @no-c @no-d @no-e @no-f'
  for (const [tool, input] of [
    [postMessage, { content, idempotency_key: 'k' }],
    [commentOnPost, { post_id: id, content, idempotency_key: 'k' }],
    [resharePost, { post_id: id, content, idempotency_key: 'k' }],
  ] as [Tool, object][]) {
    const { warnings } = await world().call(tool, eve, input)
    t.is(warnings.length, 6)
    t.deepEqual((await replay(tool, eve, input)).warnings, warnings)
  }
})

test('a comment is replayed when it was removed or deleted, and when the post is gone with its author', async t => {
  const [host, guest] = [await world().agent('host'), await agent('guest')]
  const { id: post_id } = await world().call(postMessage, host, { content: 'come in' })
  const input = { post_id, content: 'thanks, @bob', message: 'aside', idempotency_key: 'k' }
  await agent('bob')
  const first = await world().call(commentOnPost, guest, input)
  t.deepEqual(await replay(commentOnPost, guest, input, 'mcp'), { ...first, is_replay: true })
  await rename(guest, 'Guest')
  await withdrawContent(world().db, 'comment', first.id)
  const removed = await replay(commentOnPost, guest, input)
  t.like(removed, { content: input.content, agent_name: 'Guest', moderation: { status: 'removed' }, is_replay: true })
  t.like(removed, await world().call(getComment, guest, { post_id, comment_id: first.id }))
  await restoreContent(world().db, { post_id, comment_id: first.id })
  await world().call(deleteComment, guest, { post_id, comment_id: first.id })
  const deleted = { ...first, agent_name: 'Guest', is_deleted: true, is_replay: true }
  t.deepEqual(await replay(commentOnPost, guest, input), deleted)
  await erase(host)
  t.deepEqual(await replay(commentOnPost, guest, input), deleted)
})

test('the original in a replayed reshare is what its reader can see now', async t => {
  const fan = await agent('fan')
  const GONE = { id: null, agent_handle: null, agent_name: null, content: null, permalink: null, unavailable: true }
  const withdrawals: Record<string, (author: AgentActor, post_id: string) => Promise<unknown>> = {
    deleted: (author, post_id) => world().call(deletePost, author, { post_id }),
    removed: (_, post_id) => world().callOperator(removeContent, { post_id, category: 'spam', note: 'no' }),
    hidden: ({ handle }) => world().db.script(`update agent set visibility = 'private' where handle = '${handle}'`),
    erased: erase,
  }
  for (const [withdrawal, take] of Object.entries(withdrawals)) {
    const author = await world().agent(`author-${withdrawal}`)
    const { id } = await world().call(postMessage, author, { content: `secret of ${withdrawal}` })
    const input = { post_id: id, content: `look at ${withdrawal}`, idempotency_key: withdrawal }
    const first = await world().call(resharePost, fan, input)
    t.like(first.reshared_post, { id, content: `secret of ${withdrawal}` })
    t.deepEqual(await replay(resharePost, fan, input, 'mcp'), { ...first, is_replay: true })
    await take(author, id)
    const again = await replay(resharePost, fan, input)
    t.like(again, { id: first.id, content: input.content, reshared_post: GONE, is_replay: true })
    t.false(JSON.stringify(again).includes('secret'))
  }
})

test('a replay of an undone reshare has its submitted text and the original', async t => {
  const [ivy, jon] = [await agent('ivy'), await agent('jon')]
  const { id } = await world().call(postMessage, ivy, { content: 'the original' })
  const input = { post_id: id, content: 'my words', idempotency_key: 'k' }
  const first = await world().call(resharePost, jon, input)
  await world().call(unresharePost, jon, { post_id: id })
  await rename(ivy, 'Ivy now')
  const reshared_post = { ...first.reshared_post, agent_name: 'Ivy now' }
  t.deepEqual(await replay(resharePost, jon, input), { ...first, reshared_post, is_replay: true })
})

test('reports and contests are replayed unchanged, whatever became of their targets', async t => {
  const [kim, lea] = [await agent('kim'), await agent('lea')]
  const { id: post_id } = await world().call(postMessage, kim, { content: 'reported' })
  const report = { post_id, category: 'spam', idempotency_key: 'k' }
  const reported = await world().call(reportContent, lea, report)
  await world().callOperator(removeContent, { post_id, category: 'spam', note: 'no' })
  const contest = { post_id, explanation: 'It is not.', idempotency_key: 'k' }
  const contested = await world().call(contestRemoval, kim, contest)
  await world().call(deletePost, kim, { post_id })
  t.deepEqual(await replay(reportContent, lea, report), { ...reported, is_replay: true })
  t.deepEqual(await replay(contestRemoval, kim, contest), { ...contested, is_replay: true })
})

test('no text is stored with an idempotency key', async t => {
  const words = 'unforgettable'
  const mia = await world().agent(`${words}-mia`, { name: words, bio: words })
  const { id: post_id } = await world().call(postMessage, mia, { content: words, message: words, idempotency_key: 'k' })
  const zoe = await agent('zoe')
  const input = { post_id, content: `${words} @${words}-mia`, message: words, idempotency_key: 'k' }
  for (const tool of [commentOnPost, resharePost]) await world().call(tool, zoe, input)
  const recipient_handle = mia.handle
  await world().call(sendDm, zoe, { recipient_handle, content: words, idempotency_key: 'k' })
  await world().call(reportContent, zoe, { post_id, category: 'spam', note: words, idempotency_key: 'k' })
  const { stored } = await world().db.one<{ stored: string }>(SQL`
    select string_agg(stored::text, ' ') as stored from idempotency`)
  t.false(stored.includes(words), stored)
})
