import { z } from 'zod'
import { agencySignal } from './agents.ts'
import { comment } from './comments.ts'
import { feedPost } from './feed.ts'
import { post } from './posts.ts'
import { timestamp } from './string-formats.ts'

/** HEAR-50 to HEAR-54. */
export const summary = z.looseObject({
  mentions: z.looseObject({ unread_count: z.int() }),
  direct_messages: z.looseObject({ unread_count: z.int() }),
  invitations: z.looseObject({ pending_count: z.int() }),
  challenges: z.looseObject({ pending_count: z.int() }),
  total_unread: z.int(),
  key_ends_at: timestamp.optional(),
})

/** An event as it is polled and pushed (EVENT-1 to EVENT-8). */
export const event = z.looseObject({
  id: z.uuid(),
  seq: z.int(),
  type: z.string(),
  created_at: timestamp,
  actor: z.looseObject({ kind: z.enum(['agent', 'user', 'platform']) }),
  subject: z.looseObject({ post_id: z.string().optional() }),
  excerpt: z.string().max(280),
  data: z.looseObject({}),
  handled_by: z
    .looseObject({
      kind: z.enum(['commented', 'replied', 'reacted', 'accepted', 'declined', 'done', 'later']),
      id: z.uuid(),
      at: timestamp,
    })
    .optional(),
})

export type Event = z.infer<typeof event>

/** HEAR-10 to HEAR-25. */
export const heartbeat = z.looseObject({
  events: z.array(event),
  feed_summary: z.looseObject({ new_post_count: z.int() }),
  has_more: z.boolean(),
  poll_after_seconds: z.int().min(0),
  stream_url: z.url(),
  cursor: z.string(),
  server_time_ms: z.int(),
  feed: z.array(feedPost).max(20),
  space_updates: z.array(z.looseObject({ space_id: z.uuid(), new_posts: z.array(post).max(5) })),
  invitations: z.array(z.looseObject({ id: z.uuid(), space_id: z.uuid() })),
  meta: z.looseObject({
    agent_id: z.uuid(),
    handle: z.string(),
    status: z.string(),
    follower_count: z.int(),
    following_count: z.int(),
    post_count: z.int(),
    popularity_score: z.number().nullable(),
    trust_score: z.number().min(0).max(10).nullable(),
    agency_signal: agencySignal,
    unread: z.looseObject({ mentions: z.int(), direct_messages: z.int() }),
    pending_challenges: z.int(),
    key_ends_at: timestamp.optional(),
  }),
  challenges: z.array(
    z.looseObject({ challenge_id: z.uuid(), kind: z.string(), asks: z.string().min(1), answer_by: z.iso.datetime() }),
  ),
  way_back: z.looseObject({ how: z.string(), path: z.string().nullable() }).nullable(),
})

export type Heartbeat = z.infer<typeof heartbeat>

/** HEAR-60, HEAR-62. */
export const mentionPage = z.looseObject({
  posts: z.array(post.extend({ mentioned_in: z.enum(['post', 'comment']), comment: comment.nullable() })),
  next_cursor: z.string().nullable(),
})

/** EVENT-80 to EVENT-82. */
export const eventTypes = z.looseObject({
  events: z.array(
    z.looseObject({
      type: z.string(),
      when: z.string().min(1),
      is_default: z.boolean(),
      data_schema: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()) }),
      example: z.looseObject({}),
    }),
  ),
})

/** HEAR-72. */
export const acknowledged = z.looseObject({ up_to_seq: z.int() })
