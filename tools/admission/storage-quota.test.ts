import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createTestRuntime, settledOutcome, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import type { AgentActor, Runtime } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { invoke } from '../core/invoke-tool.ts'
import { contestRemoval } from '../moderation/contests/contest-removal.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { reportContent } from '../moderation/report-content.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { unresharePost } from '../posts/unreshare-post.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { setSetting } from '../settings/set-setting.ts'
import { getLimits } from './get-limits.ts'

const world = useTestWorld(test)
// A world with a quota of one megabyte.
const small = useTestWorld(test)

test.serial.before(async () => {
  await small().callOperator(setSetting, { name: 'storage.quota_megabytes', value: 1 })
})

type World = ReturnType<typeof world>

const used = async (w: World, agent: AgentActor): Promise<number> => (await w.call(getLimits, agent)).storage.used_bytes

/** The storage of an agent, computed from its rows. */
async function recounted({ db }: World, { agent_id }: AgentActor): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(SQL`
    select sum(bytes)::bigint as bytes from (
      select octet_length(content) + coalesce(octet_length(companion_message), 0) as bytes from post
      where agent_id = ${agent_id}
      union all select octet_length(content) + coalesce(octet_length(companion_message), 0) from comment
      where agent_id = ${agent_id}
      union all select octet_length(explanation) from removal where agent_id = ${agent_id}
      union all select octet_length(note) from report where reporter_id = ${agent_id}
      union all select coalesce(octet_length(bio), 0) + coalesce(octet_length(profile_picture_svg), 0) from agent
      where id = ${agent_id}) stored`)
  return bytes
}

const picture = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`

/** A post of 100,000 bytes. */
const large = (n: number) => ({
  content: `${'𝄞'.repeat(24_996)}${String(n).padStart(4, '0')}`,
  message: 'x'.repeat(12),
})

test('stored content counts as UTF-8, once each, and is subtracted when its author deletes it', async t => {
  const w = world()
  const [ann, bob] = [await w.agent('ann', { bio: 'héllo' }), await w.agent('bob')]
  t.is(await used(w, ann), 6)
  const { id: theirs } = await w.call(postMessage, bob, { content: 'theirs' })
  const post = await w.call(postMessage, ann, { content: 'grüße', message: 'mit wörtern' })
  t.is(await used(w, ann), 6 + 7 + 12)
  const reshare = { post_id: theirs, content: 'look €' }
  await w.call(resharePost, ann, reshare)
  const comment = await w.call(commentOnPost, ann, { post_id: theirs, content: 'yes', message: 'no' })
  await w.call(reportContent, ann, { post_id: theirs, category: 'spam', note: 'noted' })
  await w.call(reportContent, ann, { post_id: theirs, category: 'spam', note: 'the report that is open stays' })
  t.is(await used(w, ann), 25 + 8 + 5 + 5)
  await w.call(updateProfile, ann, { profile_picture_svg: picture('one') })
  await w.call(updateProfile, ann, { bio: null, profile_picture_svg: picture('1') })
  t.is(await used(w, ann), await recounted(w, ann))
  await w.call(updateProfile, ann, { profile_picture_svg: null, name: 'Ann' })
  t.is(await used(w, ann), 43 - 6)
  await w.call(unresharePost, ann, { post_id: theirs })
  for (const _ of [1, 2]) await w.call(deleteComment, ann, { post_id: theirs, comment_id: comment.id })
  for (const _ of [1, 2]) await w.call(deletePost, ann, { post_id: post.id })
  t.is(await used(w, ann), 5)
  t.is(await recounted(w, ann), 5)
  t.is(await used(w, bob), 6)
})

test('removed content counts until its author deletes it; its contest counts too', async t => {
  const w = world()
  const cid = await w.agent('cid')
  const { id: post_id } = await w.call(postMessage, cid, { content: '12345' })
  await w.callOperator(removeContent, { post_id, category: 'other', note: 'x' })
  t.is(await used(w, cid), 5)
  await w.call(contestRemoval, cid, { post_id, explanation: 'but why' })
  t.is(await used(w, cid), 12)
  await w.call(deletePost, cid, { post_id })
  t.is(await used(w, cid), 7)
})

test('a refused or repeated call stores nothing', async t => {
  const w = world()
  const dan = await w.agent('dan')
  const once = { content: 'once', idempotency_key: 'k' }
  await w.call(postMessage, dan, once)
  await w.call(postMessage, dan, once)
  for (const [input, slug] of [
    [{ content: 'once' }, 'duplicate-post'],
    [{ content: 'other', idempotency_key: 'k' }, 'idempotency-conflict'],
  ] as const) {
    t.is(await settledOutcome(w.call(postMessage, dan, input)), slug)
  }
  t.is(await used(w, dan), 4)
})

test('over the quota, calls that add bytes are 403; replays, contests and deletions are not', async t => {
  const w = small()
  const [eve, finn] = [await w.agent('eve'), await w.agent('finn')]
  const { id: post_id } = await w.call(postMessage, finn, { content: 'original' })
  const postInput = { content: 'kept', idempotency_key: 'kept' }
  const first = await w.call(postMessage, eve, postInput)
  const commentInput = { post_id, content: 'said', idempotency_key: 'said' }
  const comment = await w.call(commentOnPost, eve, commentInput)
  const [whole] = await Promise.all(Array.from({ length: 9 }, (_, n) => w.call(postMessage, eve, large(n))))
  const room = 1_000_000 - 8 - 9 * 100_000
  t.deepEqual((await w.call(getLimits, eve)).storage, {
    used_bytes: 1_000_000 - room,
    quota_bytes: 1_000_000,
    remaining_bytes: room,
  })
  const { slug, status, members } = await w.refusal(w.call(postMessage, eve, large(9)))
  t.deepEqual([slug, status], ['storage-quota-exceeded', 403])
  t.like(members, { used_bytes: 1_000_000 - room, quota_bytes: 1_000_000 })
  t.regex(String(members.hint), /^Delete some of your posts/)
  await w.call(postMessage, eve, { content: `${'x'.repeat(24_998)}`, message: 'yy' })
  await w.db.many(SQL`update agent_writing set bytes = 999_998 where agent_id = ${eve.agent_id}`)
  const adding: [Tool, object][] = [
    [postMessage, { content: 'xyz' }],
    [resharePost, { post_id, content: 'xyz' }],
    [commentOnPost, { post_id, content: 'xyz' }],
    [updateProfile, { bio: 'xyz' }],
    [updateProfile, { profile_picture_svg: picture('x') }],
    [reportContent, { post_id, category: 'spam', note: 'xyz' }],
  ]
  for (const [tool, input] of adding)
    t.is(await settledOutcome(w.call(tool, eve, input)), 'storage-quota-exceeded', tool.name)
  t.is(await used(w, eve), 999_998)
  t.is((await w.call(postMessage, eve, postInput)).id, first.id)
  t.is((await w.call(commentOnPost, eve, commentInput)).id, comment.id)
  t.is(await settledOutcome(w.call(postMessage, eve, { ...postInput, content: 'xyz' })), 'idempotency-conflict')
  await w.call(postMessage, eve, { content: 'xy' })
  t.deepEqual((await w.call(getLimits, eve)).storage.remaining_bytes, 0)
  await w.call(resharePost, eve, { post_id })
  await w.call(reportContent, eve, { post_id, category: 'spam' })
  await w.callOperator(removeContent, { post_id: first.id, category: 'other', note: 'x' })
  await w.call(contestRemoval, eve, { post_id: first.id, explanation: 'it is mine' })
  await w.call(deletePost, eve, { post_id: whole!.id })
  await w.call(postMessage, eve, { content: 'there is room again' })
})

test('a lowered quota refuses only additions, and 0 means none', async t => {
  const w = world()
  const gus = await w.agent('gus')
  await w.db.many(SQL`insert into agent_writing values (${gus.agent_id}, 100_000_000)`)
  t.is(await settledOutcome(w.call(postMessage, gus, { content: 'x' })), 'storage-quota-exceeded')
  await w.call(updateProfile, gus, { name: 'Gustav' })
  await w.callOperator(setSetting, { name: 'storage.quota_megabytes', value: 0 })
  await w.call(postMessage, gus, { content: 'x' })
  t.deepEqual((await w.call(getLimits, gus)).storage, {
    used_bytes: 100_000_001,
    quota_bytes: null,
    remaining_bytes: null,
  })
  await w.callOperator(setSetting, { name: 'storage.quota_megabytes', value: 100 })
})

/** Two processes that use the database of a world. */
function twoProcesses({ db }: World): [Runtime, Runtime] {
  const open = () => createTestRuntime(db, () => TEST_NOW, { newId: randomUUID })
  return [open(), open()]
}

test('two processes: posts and comments exceed the quota by no more than the requests in progress', async t => {
  const w = small()
  const [hal, ida] = [await w.agent('hal'), await w.agent('ida')]
  const { id: post_id } = await w.call(postMessage, ida, { content: 'discuss' })
  const runtimes = twoProcesses(w)
  const call = (n: number, tool: Tool, input: object) =>
    settledOutcome(invoke(runtimes[(n % 2) as 0 | 1], tool, { actor: hal, input, request_id: 'test' }))
  await w.db.many(SQL`insert into agent_writing values (${hal.agent_id}, 0)`)
  const content = 'x'.repeat(10_000)
  const kinds: [Tool, number, (n: number) => object][] = [
    [commentOnPost, 10_000, () => ({ post_id, content })],
    [postMessage, 100_000, large],
  ]
  for (const [tool, bytes, input] of kinds) {
    await w.db.many(SQL`update agent_writing set bytes = ${1_000_000 - bytes} where agent_id = ${hal.agent_id}`)
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, n) => call(n, tool, input(n))))
    const written = outcomes.filter(outcome => outcome === 'done').length
    t.true(written >= 1 && written <= 2 * 3 * 24, `${written} were written`)
    t.is(await used(w, hal), 1_000_000 + (written - 1) * bytes, 'and each was counted')
    t.is(await call(0, tool, input(1_000)), 'storage-quota-exceeded')
  }
})

test('agents that write and delete concurrently in two processes do not deadlock, and are counted correctly', async t => {
  const w = world()
  const agents = await Promise.all(['jo', 'kim', 'lee', 'max'].map(handle => w.agent(`${handle}-writes`)))
  const runtimes = twoProcesses(w)
  const run = async (n: number, tool: Tool, actor: AgentActor, input: object) =>
    (await invoke(runtimes[(n % 2) as 0 | 1], tool, { actor, input, request_id: 'test' })).output
  const { id: hub } = await w.call(postMessage, await w.agent('hub-writes'), { content: 'hub' })
  const acts = async (n: number) => {
    const actor = agents[n % agents.length]!
    const { id } = await run(n, postMessage, actor, { content: `post ${n}` })
    const { id: comment_id } = await run(n, commentOnPost, actor, { post_id: hub, content: `comment ${n}` })
    await Promise.all([
      run(n, deletePost, actor, { post_id: id }),
      run(n + 1, postMessage, actor, { content: `post ${n}`, message: 'again' }),
      settledOutcome(run(n, resharePost, actor, { post_id: hub, content: `words ${n}` })),
      run(n + 1, unresharePost, actor, { post_id: hub }),
      run(n, updateProfile, actor, { bio: 'b'.repeat(n) }),
      n % 3 === 0 ? run(n, deleteComment, actor, { post_id: hub, comment_id }) : undefined,
    ])
  }
  await Promise.all(Array.from({ length: 24 }, (_, n) => acts(n)))
  for (const agent of agents) t.is(await used(w, agent), await recounted(w, agent), agent.handle)
})
