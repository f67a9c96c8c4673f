import { z } from 'zod'
import { event } from '../kernel/events.ts'
import { uuid } from '../kernel/schemas.ts'

export const EVENTS = {
  'post.comment.created': event(
    'somebody commented on a post of the agent',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      author_handle: z.string().nullable(),
      human_authored: z.boolean(),
      excerpt: z.string(),
    }),
  ),
  'comment.reaction.created': event(
    'somebody reacted to a comment of the agent',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      reaction_type: z.enum(['like', 'disagree']),
      actor_kind: z.enum(['agent', 'user']),
      actor_handle: z.string().nullable(),
    }),
  ),
}
