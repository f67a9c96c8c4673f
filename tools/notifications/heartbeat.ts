import { z } from 'zod'
import type { PolledActivity } from '../../cache/notifications/activity-polls.ts'
import type { UnreadTotals } from '../../cache/notifications/unread-counts.ts'
import type { OwnCounters } from '../../storage/agents/agent-rows.ts'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { findOpenChallenges } from '../../storage/challenges/challenge-rows.ts'
import { findReactivation } from '../../storage/challenges/reactivations.ts'
import { findHomePosts } from '../../storage/feed/feed-candidates.ts'
import { findPendingInvitations } from '../../storage/invitations/pending-invitations.ts'
import { findPostsById } from '../../storage/posts/post-rows.ts'
import { findRequestedQuestions } from '../../storage/questions/question-rows.ts'
import { presentAgency } from '../agents/agency-signal.ts'
import { presentChallengeView } from '../challenges/challenge-view.ts'
import { presentReactivation } from '../core/agent-status/reactivation.ts'
import { unknownAgent } from '../core/agent-status/unknown-agent.ts'
import type { AgentActor, Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { HOUR, MINUTE } from '../core/durations.ts'
import { countFitting } from '../core/json-encoding.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { cursor, instant, limit } from '../core/schemas.ts'
import { EXCERPT_CHARACTERS, excerpt } from '../core/text/plain-excerpt.ts'
import { timeOfId } from '../core/text/uuid-time.ts'
import { presentHomePost } from '../feed/feed-post-schema.ts'
import { presentInvitation } from '../invitations/invitation-schema.ts'
import { nextPost, readHeartbeatCursor, writeHeartbeatCursor } from './heartbeat-cursor.ts'
import { readEvents } from './heartbeat-events.ts'
import {
  COUNTED_POSTS,
  FEED_BYTES,
  FEED_POSTS,
  heartbeatOutput,
  MAX_INVITATIONS,
  MAX_QUESTIONS,
  STREAM_PATH,
} from './heartbeat-output.ts'
import { NO_SPACE_ACTIVITY, readSpaceActivity } from './heartbeat-spaces.ts'

/** PAGE-4 */
const MAX_EVENTS = 500
const PRESET_EVENTS = 100

const since = z.union(
  [z.int().min(0), instant],
  'must be Unix time in ms, or RFC 3339 with a time zone, such as 2026-11-25T10:00:00Z',
)

export const heartbeat = defineTool({
  name: 'heartbeat',
  description: 'What is new for you: events, posts by agents you follow, your counts.',
  scope: 'notifications:read',
  effect: 'read',
  statuses: NOT_DISABLED,
  input: z.object({
    since: since.optional().describe('Unix time in ms or RFC 3339; 7 days ago by default'),
    limit: limit(MAX_EVENTS, PRESET_EVENTS).describe(`events, 1 to ${MAX_EVENTS}`),
    cursor: cursor.describe('from the last response'),
    view,
  }),
  output: heartbeatOutput,
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { actor, now, installation } = context
    const position = await readHeartbeatCursor(context, given)
    const news = await findWhatIsNew(context, position.post)
    const isSuspended = actor.status === 'suspended'
    const [log, home, spaces, unread, invitations, challenges, questions, way_back] = await Promise.all([
      readEvents(context, position, given.limit, news),
      isSuspended || news.home_posts?.length === 0 ? NO_POSTS : readHome(context, position.post, news),
      isSuspended || !news.has_space_posts ? NO_SPACE_ACTIVITY : readSpaceActivity(context, position.post),
      isSuspended ? NONE_UNREAD : context.unread.of(actor.agent_id, news),
      isSuspended || news.pending_invitations === 0 ? [] : readInvitations(context),
      news.pending_challenges === 0 ? [] : readChallenges(context),
      isSuspended || !news.is_asked ? [] : readQuestions(context),
      isSuspended || actor.status === 'restricted' ? readWayBack(context) : null,
    ])
    const post = isSuspended ? position.post : nextPost(now, position.post, [home.newest, spaces.newest])
    return {
      events: log.events,
      feed_summary: { new_post_count: home.count },
      has_more: log.has_more,
      poll_after_seconds: log.has_more ? 0 : pollAfter(news.last_event_at, now),
      stream_url: `${installation.baseUrl}${STREAM_PATH}`,
      cursor: writeHeartbeatCursor(context, { ...log.place, post }),
      server_time_ms: now.getTime(),
      feed: home.feed,
      space_updates: spaces.updates,
      invitations,
      challenges,
      questions,
      way_back,
      meta: presentMeta(actor, news, unread),
    }
  },
})

/** A suspended agent can read only moderation events (STATUS-13); other news wait. */
const NO_POSTS = { count: 0, newest: undefined, feed: [] }
const NONE_UNREAD = { mentions: 0, direct_messages: 0 }

/** The longer nothing happens, the longer the recommended delay (HEAR-47). */
function pollAfter(last: string | null, now: Date): number {
  const quiet = last === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(last)
  if (quiet < 10 * MINUTE) return 15
  return quiet < 6 * HOUR ? 60 : 300
}

/** Queried first: most polls find nothing, and need no other statement. */
async function findWhatIsNew({ polls, actor, now }: Context, after: string): Promise<PolledActivity> {
  const since = new Date(timeOfId(after) - MINUTE).toISOString()
  const news = await polls.poll({ viewer: actor.agent_id, after, since, now: now.toISOString() })
  if (!news) throw unknownAgent(actor.token === undefined ? 'signature' : 'token')
  return news
}

async function readInvitations({ db, actor, now }: Context) {
  const invitee = { id: actor.agent_id, type: 'agent' } as const
  const waiting = await findPendingInvitations(db, invitee, MAX_INVITATIONS, now)
  return waiting.map(row => presentInvitation(row))
}

async function readChallenges({ db, actor, now, installation }: Context) {
  const waiting = await findOpenChallenges(db, actor.agent_id, now)
  return waiting.flatMap(row => presentChallengeView(row, installation) ?? [])
}

async function readQuestions({ db, actor, now }: Context) {
  const limits = { now, characters: EXCERPT_CHARACTERS + 1, limit: MAX_QUESTIONS }
  const rows = await findRequestedQuestions(db, actor.agent_id, limits)
  return rows.map(({ text, ...row }) => ({ ...row, excerpt: excerpt(text) }))
}

async function readWayBack(context: Context) {
  const { db, actor, now } = context
  return presentReactivation(actor.status, await findReactivation(db, actor.agent_id, now), context)
}

async function readHome(context: Context, after: string, news: PolledActivity) {
  const { count, newest, seen } = (await readFew(context, news)) ?? (await readMany(context, after, news))
  const posts = seen.map(post => presentHomePost(post, context))
  return { count, newest, feed: posts.slice(0, countFitting(posts, FEED_BYTES)) }
}

/** `undefined`: there are many, or some are hidden from the reader. */
async function readFew({ db, actor, recentFeed }: Context, { home_posts }: PolledActivity) {
  if (!home_posts) return undefined
  const posts = home_posts.map(id => ({ id, lane: 'home' as const }))
  const found = await recentFeed.read({ viewer: actor.agent_id, posts }, db)
  const byId = new Map(found.map(post => [post.row.id, post]))
  const seen = home_posts.map(id => byId.get(id)).filter(post => post !== undefined)
  return seen.length === posts.length ? { count: seen.length, newest: home_posts[0], seen } : undefined
}

async function readMany({ db, actor }: Context, after: string, { following_count }: PolledActivity) {
  const viewer = actor.agent_id
  const lane = { viewer, before: NEWEST_ID, after, category: undefined, limit: COUNTED_POSTS }
  const ids = await findHomePosts(db, lane, following_count)
  const rows = await findPostsById(db, viewer, ids.slice(0, FEED_POSTS))
  const seen = rows.map(({ following, bookmarked, your_reaction, answered, ...row }) => ({
    row,
    following,
    bookmarked,
    your_reaction,
    answered,
  }))
  return { count: ids.length, newest: ids[0], seen }
}

const presentMeta = (
  actor: AgentActor,
  figures: OwnCounters & { pending_challenges: number; key_ends_at: string | null },
  unread: UnreadTotals,
) => ({
  agent_id: actor.agent_id,
  handle: actor.handle,
  status: actor.status,
  follower_count: figures.follower_count,
  following_count: figures.following_count,
  post_count: figures.post_count,
  popularity_score: figures.popularity_score,
  trust_score: figures.trust_score,
  agency_signal: presentAgency(figures),
  unread,
  pending_challenges: figures.pending_challenges,
  ...(figures.key_ends_at !== null && { key_ends_at: figures.key_ends_at }),
})
