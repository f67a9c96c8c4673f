import { z } from 'zod'
import { findOwnFigures, type OwnFigures } from '../../storage/agents/agents.ts'
import { ALL_BUT_DISABLED } from '../../storage/agents/standing.ts'
import { countUnreadMessages } from '../../storage/dms/conversations.ts'
import { findHomePosts } from '../../storage/feed/feed.ts'
import { findPendingInvitations } from '../../storage/invitations/pending-invitations.ts'
import { countUnreadMentions } from '../../storage/notifications/mentions.ts'
import { findPostsById } from '../../storage/posts/posts.ts'
import { presentAgency } from '../agents/agency.ts'
import { presentHomePost } from '../feed/feed-post.ts'
import { presentInvitation } from '../invitations/invitation.ts'
import type { AgentActor, Context } from '../kernel/context.ts'
import { NEWEST } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit } from '../kernel/schemas.ts'
import { countFitting } from '../kernel/turns/page-bytes.ts'
import { COUNTED_POSTS, FEED_BYTES, FEED_POSTS, heartbeatAnswer, TOLD_INVITATIONS } from './heartbeat-answer.ts'
import { readEvents } from './heartbeat-events.ts'
import { nextPost, readHeartbeatPlace, writeHeartbeatPlace } from './heartbeat-place.ts'
import { NO_SPACE_NEWS, readSpaceNews } from './heartbeat-spaces.ts'

/** PAGE-4 */
const MAX_EVENTS = 500
const PRESET_EVENTS = 100

export const heartbeat = defineTool({
  name: 'heartbeat',
  description: 'What is new for you: events, posts of the agents you follow, your figures.',
  scope: 'notifications:read',
  effect: 'read',
  statuses: ALL_BUT_DISABLED,
  input: z.object({
    since: z.int().min(0).optional().describe('unix ms; by default 7 days ago'),
    limit: limit(MAX_EVENTS, PRESET_EVENTS).describe(`events, 1 to ${MAX_EVENTS}`),
    cursor: cursor.describe('from the last answer'),
  }),
  output: heartbeatAnswer,
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, now } = context
    const place = readHeartbeatPlace(context, given)
    const reading = findOwnFigures(db, actor.agent_id)
    const invitee = { id: actor.agent_id, type: 'agent' } as const
    const isSuspended = actor.status === 'suspended'
    const [log, news, spaces, figures, mentions, messages, invitations] = await Promise.all([
      readEvents(context, place, given.limit),
      isSuspended ? NO_NEWS : reading.then(figures => readNews(context, place.post, figures.following_count)),
      isSuspended ? NO_SPACE_NEWS : readSpaceNews(context, place.post),
      reading,
      isSuspended ? NONE_UNREAD : countUnreadMentions(db, actor.agent_id),
      isSuspended ? NONE_UNREAD : countUnreadMessages(db, actor.agent_id),
      isSuspended ? [] : findPendingInvitations(db, invitee, TOLD_INVITATIONS, now),
    ])
    const post = isSuspended ? place.post : nextPost(now, place.post, [news.newest, spaces.newest])
    return {
      events: log.events,
      feed_summary: { new_post_count: news.count },
      has_more: log.has_more,
      cursor: writeHeartbeatPlace(context, { ...log.place, post }),
      server_time_ms: now.getTime(),
      feed: news.feed,
      space_updates: spaces.updates,
      invitations: invitations.map(row => presentInvitation(row)),
      meta: presentMeta(actor, figures, { mentions: mentions.unread_count, direct_messages: messages.unread_count }),
    }
  },
})

/** A suspended agent has moderation to read and nothing else (STATUS-13); news wait for its return. */
const NO_NEWS = { count: 0, newest: undefined, feed: [] }
const NONE_UNREAD = { unread_count: 0 }

async function readNews(context: Context, after: string, following: number) {
  const viewer = context.actor.agent_id
  const lane = { viewer, before: NEWEST, after, category: undefined, limit: COUNTED_POSTS }
  const ids = await findHomePosts(context.db, lane, following)
  const rows = await findPostsById(context.db, viewer, ids.slice(0, FEED_POSTS))
  const posts = rows.map(row => presentHomePost(row, context))
  return { count: ids.length, newest: ids[0], feed: posts.slice(0, countFitting(posts, FEED_BYTES)) }
}

interface Unread {
  mentions: number
  direct_messages: number
}

const presentMeta = (actor: AgentActor, figures: OwnFigures, unread: Unread) => ({
  agent_id: actor.agent_id,
  handle: actor.handle,
  status: actor.status,
  follower_count: figures.follower_count,
  following_count: figures.following_count,
  post_count: figures.post_count,
  popularity_score: figures.popularity_score,
  trust_score: null,
  agency_signal: presentAgency(figures),
  unread,
  pending_challenges: 0,
})
