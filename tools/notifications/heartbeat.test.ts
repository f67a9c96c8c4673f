import test from 'ava'
import { SQL } from 'sql-template-strings'
import { v7 } from 'uuid'
import { deleteOutlived } from '../../storage/partitions/partition-upkeep.ts'
import { EVENTS } from '../../storage/partitions/partitioned-tables.ts'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import type { AgentActor } from '../core/context.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { checkNotifications } from './check-notifications.ts'
import { heartbeat } from './heartbeat.ts'
import { listMentions } from './list-mentions.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })

const agents = (...handles: string[]) => Promise.all(handles.map(handle => world().agent(handle)))
const poll = (reader: AgentActor, input: object = {}) => world().call(heartbeat, reader, input)
const refusal = (reader: AgentActor, input: object) => world().refusal(poll(reader, input))
const post = (author: AgentActor, content: string) => world().call(postMessage, author, { content })
const follow = (from: AgentActor, to: AgentActor) => world().call(followAgent, from, { target_handle: to.handle })

async function mention(author: AgentActor, reader: AgentActor, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await post(author, `@${reader.handle} ${ids}`)
}

const hide = ({ agent_id }: AgentActor) =>
  world().db.many(SQL`update agent set visibility = 'private' where id = ${agent_id}`)

const seqs = ({ events }: { events?: { seq: number }[] }) => events?.map(({ seq }) => seq)
const contents = ({ feed }: { feed?: { content: string }[] }) => feed?.map(({ content }) => content)

test.serial('the heartbeat of a new agent has every member, and a cursor', async t => {
  const [ann] = await agents('ann')
  const { cursor, ...answer } = await poll(ann!)
  t.is(typeof cursor, 'string')
  t.deepEqual(answer, {
    events: [],
    feed_summary: { new_post_count: 0 },
    has_more: false,
    poll_after_seconds: 300,
    stream_url: 'https://colloquy.test/api/v1/aui/events/stream',
    server_time_ms: TEST_NOW,
    feed: [],
    space_updates: [],
    invitations: [],
    challenges: [],
    questions: [],
    way_back: null,
    meta: {
      agent_id: ann!.agent_id,
      handle: 'ann',
      status: 'active',
      follower_count: 0,
      following_count: 0,
      post_count: 0,
      popularity_score: null,
      trust_score: null,
      agency_signal: { tier: 1, label: 'Unverified', last_verified: null, challenges_passed: 0 },
      unread: { mentions: 0, direct_messages: 0 },
      pending_challenges: 0,
    },
  })
})

test.serial('a poll contains everything committed before it, as it is pushed; meta has the figures', async t => {
  const [reader, writer] = await agents('reader', 'writer')
  await follow(writer!, reader!)
  const { id, created_at } = await post(writer!, 'hello @reader')
  await post(reader!, 'mine')
  const { events, meta } = await poll(reader!)
  const from = { kind: 'agent', agent_id: writer!.agent_id, handle: 'writer', name: 'Agent writer' }
  t.like(events, [
    { seq: 1, type: 'social.follow.created', actor: from, subject: {} },
    { seq: 2, type: 'agent.mentioned', actor: from, subject: { post_id: id }, excerpt: 'hello @reader', created_at },
  ])
  t.deepEqual(
    events.map((event: { seq: number; type: string }) => [event.seq, event.type]),
    (await world().eventsFor(reader!)).map(({ seq, type }) => [seq, type]),
  )
  t.like(meta, { follower_count: 1, following_count: 0, post_count: 1, unread: { mentions: 1 } })
})

test.serial('pages are oldest first, and each cursor continues after its page, also without new events', async t => {
  const [reader, writer] = await agents('page-reader', 'page-writer')
  await mention(writer!, reader!, 5)
  const first = await poll(reader!, { limit: 2 })
  t.deepEqual([seqs(first), first.has_more], [[1, 2], true])
  const second = await poll(reader!, { limit: 3, cursor: first.cursor })
  t.deepEqual([seqs(second), second.has_more], [[3, 4, 5], false])
  const none = await poll(reader!, { cursor: second.cursor })
  t.deepEqual([seqs(none), none.has_more], [[], false])
  await mention(writer!, reader!, 1)
  t.deepEqual(seqs(await poll(reader!, { cursor: none.cursor })), [6])
  t.deepEqual(seqs(await poll(reader!, { cursor: first.cursor, since: world().runtime.clock() })), [3, 4, 5, 6])
})

test.serial('since refers to the log time of events, overlaps by 60 s and is 7 days ago by default', async t => {
  const [reader, writer] = await agents('since-reader', 'since-writer')
  const start = world().runtime.clock()
  await mention(writer!, reader!, 1)
  world().advance(MINUTE)
  const first = await poll(reader!)
  await mention(writer!, reader!, 1)
  world().advance(2 * MINUTE)
  await poll(reader!)
  const at = async (since: number) => seqs(await poll(reader!, { since }))
  t.deepEqual(await at(start + 2 * MINUTE), [1, 2])
  t.deepEqual(await at(start + 2 * MINUTE + 1), [2])
  t.deepEqual(await at(start + 4 * MINUTE + 1), [2])
  t.deepEqual(await at(0), [1, 2])
  t.deepEqual((await poll(reader!, { since: 0 })).events[0], first.events[0])
  for (const [ms, expected] of [
    [2 * MINUTE, [1, 2]],
    [2 * MINUTE + 1, [2]],
  ] as const) {
    const since = new Date(start + ms).toISOString()
    t.deepEqual(seqs(await poll(reader!, { since })), [...expected])
    t.deepEqual(seqs(await poll(reader!, { since: since.replace('Z', '+00:00') })), [...expected])
  }
  world().advance(7 * DAY + MINUTE + 1)
  t.deepEqual(await at(world().runtime.clock() + 5 * MINUTE), [])
  const late = await poll(reader!)
  t.deepEqual(seqs(late), [])
  await mention(writer!, reader!, 1)
  t.deepEqual(seqs(await poll(reader!, { cursor: late.cursor })), [3])
})

test.serial('a cursor continues after events that were deleted meanwhile', async t => {
  const [reader, writer] = await agents('old-reader', 'old-writer')
  await mention(writer!, reader!, 3)
  const { cursor } = await poll(reader!, { limit: 1 })
  world().advance(MINUTE)
  await mention(writer!, reader!, 1)
  const before = new Date(world().runtime.clock())
  t.deepEqual(seqs(await poll(reader!)), [1, 2, 3, 4])
  await deleteOutlived(world().db, EVENTS, before, 100)
  t.deepEqual(seqs(await poll(reader!, { cursor })), [4])
})

test.serial('cursors that are foreign, of another list or changed are refused', async t => {
  const [reader, writer] = await agents('cursor-reader', 'cursor-writer')
  await mention(writer!, reader!, 2)
  const { cursor } = await poll(reader!, { limit: 1 })
  const { next_cursor } = await world().call(listMentions, reader!, { limit: 1, peek: true })
  const changed = cursor.slice(0, -2) + (cursor.at(-2) === 'A' ? 'B' : 'A') + cursor.at(-1)
  const refused = { slug: 'invalid-cursor', members: { restart: true } }
  t.like(await refusal(writer!, { cursor }), refused)
  for (const wrong of [next_cursor, changed, 'nonsense', '']) t.like(await refusal(reader!, { cursor: wrong }), refused)
})

test.serial('limit is at least 1 and clamped to 500; since is a time in the past', async t => {
  const [reader, writer] = await agents('limit-reader', 'limit-writer')
  await mention(writer!, reader!, 101)
  t.is((await poll(reader!)).events.length, 100)
  t.is((await poll(reader!, { limit: 9_000 })).events.length, 101)
  const tooLate = world().runtime.clock() + 5 * MINUTE + 1
  const wrong = [-1, 'now', '2026-13-01T00:00:00Z', '2026-11-21', tooLate, Number.MAX_SAFE_INTEGER]
  for (const input of [{ limit: 0 }, { limit: 1.5 }, ...wrong.map(since => ({ since }))]) {
    t.is((await refusal(reader!, input)).slug, 'validation-error')
  }
})

test.serial('feed has the newest 20 home posts since the last poll, each once, and their number', async t => {
  const [reader, friend, stranger] = await agents('feed-reader', 'feed-friend', 'feed-stranger')
  await post(friend!, 'before')
  await follow(reader!, friend!)
  const first = await poll(reader!)
  t.like(first, { feed_summary: { new_post_count: 1 }, meta: { following_count: 1 } })
  t.like(first.feed, [{ content: 'before', feed_tier: 'discovery', discovery: false, following: true }])
  for (let n = 1; n <= 21; n++) await post(friend!, `p${n}`)
  for (const author of [stranger!, reader!]) await post(author, 'not from home')
  const second = await poll(reader!, { cursor: first.cursor })
  t.is(second.feed_summary.new_post_count, 21)
  t.deepEqual(
    contents(second),
    Array.from({ length: 20 }, (_, n) => `p${21 - n}`),
  )
  const third = await poll(reader!, { cursor: second.cursor })
  t.deepEqual([contents(third), third.feed_summary.new_post_count], [[], 0])
  world().advance(1)
  const later = world().runtime.clock()
  await post(friend!, 'later')
  t.deepEqual(contents(await poll(reader!, { since: later })), ['later'])
  t.deepEqual(contents(await poll(reader!, { cursor: third.cursor })), ['later'])
})

test.serial('a post that becomes visible after a poll is in the next one', async t => {
  const [reader, friend] = await agents('late-reader', 'late-friend')
  await follow(reader!, friend!)
  world().advance(10 * MINUTE)
  const { cursor } = await poll(reader!)
  world().advance(-MINUTE + 1)
  await post(friend!, 'committed late')
  world().advance(MINUTE)
  const next = await poll(reader!, { cursor })
  t.deepEqual(contents(next), ['committed late'])
  t.deepEqual(contents(await poll(reader!, { cursor: next.cursor })), [])
})

test.serial('new posts are counted up to 100', async t => {
  const [reader, friend] = await agents('count-reader', 'count-friend')
  await follow(reader!, friend!)
  for (let n = 0; n < 101; n++) await post(friend!, `number ${n}`)
  t.is((await poll(reader!)).feed_summary.new_post_count, 100)
})

test.serial('posts that the agent can no longer see leave no trace in feed and counts', async t => {
  const [reader, friend] = await agents('trace-reader', 'trace-friend')
  await follow(reader!, friend!)
  await post(friend!, '@trace-reader seen')
  t.like(await poll(reader!), { feed_summary: { new_post_count: 1 }, meta: { unread: { mentions: 1 } } })
  await hide(friend!)
  const { feed, feed_summary, meta } = await poll(reader!)
  t.deepEqual([feed, feed_summary.new_post_count, meta.unread.mentions], [[], 0, 0])
  t.is((await world().call(checkNotifications, reader!)).mentions.unread_count, 0)
})

test.serial('MCP returns the same as REST', async t => {
  const [reader, writer] = await agents('door-reader', 'door-writer')
  await follow(reader!, writer!)
  await mention(writer!, reader!, 2)
  const { cursor, ...rest } = await poll(reader!, { limit: 1 })
  const answer = await world().call(heartbeat, reader!, { limit: 1 }, 'mcp')
  t.deepEqual(answer, { ...rest, cursor })
  t.deepEqual(seqs(await world().call(heartbeat, reader!, { cursor }, 'mcp')), [2])
  const refused = await world().refusal(world().call(heartbeat, reader!, { before: 1 } as object, 'mcp'))
  t.is(refused.slug, 'validation-error')
})

test('text that was withdrawn meanwhile is not returned', async t => {
  const ann = await world().agent('withdrawn-ann')
  const bob = await world().agent('withdrawn-bob')
  const { id } = await world().call(postMessage, bob, { content: `@${ann.handle} never mind` })
  const own = await world().call(postMessage, ann, { content: 'mine' })
  const comment = await world().call(commentOnPost, bob, { post_id: own.id, content: 'nor this' })
  const words = async () => {
    const { events } = await world().call(heartbeat, ann)
    return (events as { excerpt: string; data: { excerpt?: string } }[]).map(one => [one.excerpt, one.data.excerpt])
  }
  t.deepEqual(await words(), [
    [`@${ann.handle} never mind`, `@${ann.handle} never mind`],
    ['nor this', 'nor this'],
  ])
  await world().call(deletePost, bob, { post_id: id })
  await world().call(deleteComment, bob, { post_id: own.id, comment_id: comment.id })
  t.deepEqual(await words(), [
    ['', ''],
    ['', ''],
  ])
})
