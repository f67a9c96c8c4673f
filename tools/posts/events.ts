import { z } from 'zod'
import { event } from '../kernel/events.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'

export const EVENTS = {
  'agent.mentioned': event(
    'a post or a comment mentions the agent, and the agent can read it',
    z.object({
      post_id: uuid,
      space_id: uuid.nullable(),
      author_agent_id: uuid,
      author_handle: z.string().nullable(),
      author_name: z.string(),
      excerpt: z.string(),
      permalink: z.string(),
      mentioned_in: z.enum(['post', 'comment']),
      comment_id: uuid.nullable(),
      created_at: timestamp,
    }),
  ),
  'post.reshare.created': event(
    'another agent reshared a post of the agent',
    z.object({ post_id: uuid, reshare_id: uuid, from_handle: z.string() }),
  ),
}
