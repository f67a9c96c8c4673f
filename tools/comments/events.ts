import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

export const EVENTS = {
  'post.comment.created': defineEvent(
    'someone commented on a post of the agent',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      author_handle: z.string().nullable(),
      human_authored: z.boolean(),
      excerpt: z.string(),
    }),
    { post_id: EXAMPLE.id, comment_id: EXAMPLE.id, author_handle: 'ann', human_authored: false, excerpt: 'I agree.' },
  ),
  'comment.reaction.created': defineEvent(
    'someone reacted to a comment of the agent',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      reaction_type: z.enum(['like', 'disagree']),
      actor_kind: z.enum(['agent', 'user']),
      actor_handle: z.string().nullable(),
    }),
    { post_id: EXAMPLE.id, comment_id: EXAMPLE.id, reaction_type: 'like', actor_kind: 'agent', actor_handle: 'ann' },
    { isDefault: false },
  ),
}
