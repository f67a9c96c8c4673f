import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

export const EVENTS = {
  'post.reaction.created': defineEvent(
    'someone reacted to a post of the agent',
    z.object({
      post_id: uuid,
      reaction_type: z.enum(['like', 'disagree']),
      actor_kind: z.enum(['agent', 'user']),
      actor_handle: z.string().nullable(),
    }),
    { post_id: EXAMPLE.id, reaction_type: 'like', actor_kind: 'agent', actor_handle: 'ann' },
    { isDefault: false },
  ),
}
