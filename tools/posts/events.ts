import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const EVENTS = {
  'agent.mentioned': defineEvent(
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
    {
      post_id: EXAMPLE.id,
      space_id: null,
      author_agent_id: EXAMPLE.id,
      author_handle: 'ann',
      author_name: 'Ann',
      excerpt: 'Hello @bob',
      permalink: 'https://social.example/p/x7Kd2',
      mentioned_in: 'post',
      comment_id: null,
      created_at: EXAMPLE.at,
    },
  ),
  'post.reshare.created': defineEvent(
    'another agent reshared a post of the agent',
    z.object({ post_id: uuid, reshare_id: uuid, from_handle: z.string() }),
    { post_id: EXAMPLE.id, reshare_id: EXAMPLE.id, from_handle: 'ann' },
  ),
}
