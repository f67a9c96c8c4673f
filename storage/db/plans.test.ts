import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createPostCache } from '../../cache/feed/post-cache.ts'
import { type FeedPostsQuery, findVisibleFeedPosts } from '../../cache/feed/visible-posts.ts'
import { InvalidationLog } from '../../cache/invalidation-log.ts'
import { testComment, testMessage, testPost, underKey } from '../../testing/fixtures/new-writes.ts'
import { planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { admissionStatement } from '../admission/admission-query.ts'
import { chargeCounters, refundCounters } from '../admission/rate-counters.ts'
import { findProfiles, findVisibleAgents } from '../agents/agent-rows.ts'
import { insertComments } from '../comments/new-comments.ts'
import { insertMessages } from '../dms/new-messages.ts'
import { findEventPages } from '../events/visible-events.ts'
import type { FeedPostRow } from '../feed/feed-posts.ts'
import { followAgents, unfollowAgents } from '../graph/follow-agents.ts'
import { findCurrentKeys } from '../keys/agent-keys.ts'
import { findSummaries } from '../notifications/poll-summaries.ts'
import { findUnreadSummaries } from '../notifications/unread-summary.ts'
import { insertPosts } from '../posts/new-posts.ts'
import { findPosts } from '../posts/post-rows.ts'
import { type PostReaction, reactToPosts } from '../reactions/react-to-posts.ts'
import { findTokens } from '../tokens/agent-tokens.ts'
import { findEventsToSend } from '../webhooks/delivery-attempts.ts'
import type { BatchStatement } from './batch.ts'

const database = useDatabase(test)

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const now_ms = Date.UTC(2026, 10, 21)
const time = new Date(now_ms).toISOString()

const claim = { counter: id(9), short_ms: 60_000, short_limit: 5, long_ms: 3_600_000, long_limit: 50 }
const request = {
  agent_id: id(1),
  key_version: 1,
  status_mask: 1,
  nonce: id(2),
  nonce_expires_at: time,
  token: id(3),
  session: id(4),
  quota: 600,
  percents: [100, 100, 100],
  now_ms,
}
const mentioning = {
  by: { ...underKey('tool', 'key'), key_expires_at: time, created_at: time, storage_quota: 100_000_000 },
  mentions: [{ handle: 'ann', event_id: id(6) }],
  mention: { type: 'agent.mentioned', body: {} },
  events: [{ recipient: id(7), event_id: id(8), type: 'post.comment.created', body: {} }],
}
const post = { ...testPost(id(1), mentioning), id: id(5), hashtags: '["tag"]' }
const answer = { ...mentioning, answered_id: id(10), parent_comment_id: id(10), ancestors: `["${id(10)}"]` }
const comment = { ...testComment(id(1), id(5), answer), id: id(11) }

const event = { event_id: id(12), type: 'tells', body: '{}', digest: id(13), notified_until: time }
const reaction: PostReaction = {
  id: id(14),
  post_id: id(5),
  actor_id: id(1),
  key_version: 1,
  status: 1,
  may: 'all',
  reaction_type: 'like',
  created_at: time,
  ...event,
}
const pair = { follower_id: id(1), followed_id: id(2), key_version: 1, status: 1 }
const follow = { ...pair, id: id(15), created_at: time, ...event }
const message = { ...testMessage(id(1), id(12), { by: mentioning.by }), id: id(13) }
const plan = <Item>(
  statement: BatchStatement<Item, unknown>,
  items: Item[],
  explain?: 'explain ' | 'explain (verbose) ',
) => {
  const db = database().openAnother({ max: 1, isHot: true })
  return planOf(db, async explaining => void (await statement.run(explaining, items).catch(() => {})), explain)
}

type Poll = Parameters<typeof findUnreadSummaries>[1][number]
const SNAPSHOT = { text: '800:900:810,820', session: '' }

const twenty = <Item>(item: Item) => Array.from({ length: 20 }, () => item)

const feedPage: FeedPostsQuery = {
  viewer: id(1),
  posts: twenty(id(5)).flatMap(one => (['home', 'horizon'] as const).map(lane => ({ id: one, lane }))),
}

/** The cache of a process with one post. */
function cardsOf(post: string) {
  const cards = createPostCache(new InvalidationLog())
  const row = { id: post, agent_id: id(4), content: '', companion_message: null, reshared_post: null } as FeedPostRow
  cards.store(post, { row, is_recommended: true, of: [], read_at: cards.moment })
  return cards
}

/** Tables with one row, and an index of which the first row suffices. */
const ONE_ROW = / on (recount_run|popularity_run|feed_change_floor) | using webhook_space_posts /
/** Changes since a snapshot: read once for a batch, not for each item. */
const NEWS = /Cond: .*transaction_id /

let firstColumns: Promise<Map<string, string>> | undefined

/** By index, the column without which a condition scans all of it. */
function readFirstColumns(): Promise<Map<string, string>> {
  firstColumns ??= database()
    .db.many<{ index: string; first: string }>(SQL`
      select c.relname::text as index, pg_get_indexdef(i.indexrelid, 1, true) as first
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid in (
        select oid from pg_class where relnamespace = 'public'::regnamespace)`)
    .then(rows => new Map(rows.map(({ index, first }) => [index, first])))
  return firstColumns
}

/**
 * The scans that read more of a table than an item asks for: those by no condition, by a constant, or by another column
 * of an index than its first.
 */
async function wideScans(text: string): Promise<string[]> {
  const columns = await readFirstColumns()
  const lines = text.split('\n')
  return lines.filter((line, at) => {
    if (ONE_ROW.test(line)) return false
    const condition = lines[at + 1] ?? ''
    if (NEWS.test(condition)) return false
    const first = columns.get(/Index.* Scan (?:using|on) (\w+)/.exec(line)?.[1] ?? '')
    if (first !== undefined && !new RegExp(`Cond: .*\\(${first} `).test(condition)) return true
    if (!/(Seq|Index|Index Only|Bitmap Heap) Scan.* on \w+( \w+)? {2}\(cost/.test(line)) return false
    return !/(Index|Recheck) Cond: .*([\w"]\.\w|ANY)/.test(condition)
  })
}

const counted = { ...claim, agent_id: '', percents: [100], now_ms }

const plansOf = async () => ({
  admission: await plan(admissionStatement, twenty(request)),
  'admission of actions': await plan(
    admissionStatement,
    twenty({ ...request, action: { ...claim, tool: 'post_message', idempotency_key: 'key' } }),
  ),
  'current keys': await plan(findCurrentKeys, twenty(id(1))),
  tokens: await plan(findTokens, twenty(id(3))),
  profiles: await plan(findProfiles, twenty({ viewer: id(1), id: id(2), handle: '' })),
  'pages of a feed': await plan(
    {
      name: 'feed',
      max: 4,
      run: async (db, pages: readonly FeedPostsQuery[]) => findVisibleFeedPosts(db, pages, cardsOf(id(5))),
    },
    twenty(feedPage),
  ),
  posts: await plan(findPosts, twenty({ viewer: id(1), post_id: id(2) })),
  'new posts': await plan(insertPosts, twenty(post)),
  'new comments': await plan(insertComments, twenty(comment)),
  reactions: await plan(reactToPosts, twenty(reaction)),
  follows: await plan(followAgents, twenty(follow)),
  'follows taken back': await plan(unfollowAgents, twenty(pair)),
  agents: await plan(findVisibleAgents, twenty({ viewer: id(1), id: id(2), handle: '' })),
  'new messages': await plan(insertMessages, twenty(message)),
  'news of agents that poll': await plan(
    {
      name: 'news',
      max: 16,
      run: async (db, polls: readonly Poll[]) => [await findUnreadSummaries(db, polls, SNAPSHOT)],
    },
    twenty({ viewer: id(1), after: id(2), since: time, now: time, asks_follows: 1 as const }),
  ),
  'what waits for agents': await plan(findSummaries, twenty({ viewer: id(1), now: time })),
  'pages of events': await plan(findEventPages, twenty({ recipient: id(1), after: 0, limit: 100 })),
  'events to send': await plan(findEventsToSend, twenty({ recipient: id(1), seq: 1 })),
  counters: await plan(chargeCounters, twenty(counted)),
  refunds: await plan(refundCounters, twenty({ counter: id(9), short_slot: 1, long_slot: 1 })),
})

test.serial('a batch uses indexes, though its plan was made on a new database', async t => {
  for (const [name, text] of Object.entries(await plansOf())) {
    t.regex(text, /Scan/, name)
    t.deepEqual(await wideScans(text), [], name)
  }
})

test.serial('admission and writes use indexes, though their plans were made on empty tables', async t => {
  await database().db.script('analyze')
  const { admission: plain, 'admission of actions': actions, ...plans } = await plansOf()
  const { reactions, follows, 'new messages': messages } = plans
  for (const text of [plain, actions, plans['new posts'], plans['new comments'], messages, reactions, follows])
    t.deepEqual(await wideScans(text), [])
})

test('the sliding window function is inlined', async t => {
  for (const text of [
    await plan(admissionStatement, twenty(request), 'explain (verbose) '),
    await plan(chargeCounters, twenty(counted), 'explain (verbose) '),
  ]) {
    t.regex(text, /::double precision/)
    t.notRegex(text, /is_window_over|window_at|window_remaining/)
  }
})
