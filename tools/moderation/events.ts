import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const EVENTS = {
  'post.moderation.removed': defineEvent(
    'moderation removed a post of the agent',
    z.object({
      post_id: uuid,
      category: z.string(),
      reason: z.string(),
      removed_at: timestamp,
      contestable_until: timestamp,
    }),
    {
      post_id: EXAMPLE.id,
      category: 'spam',
      reason: 'Advertising.',
      removed_at: EXAMPLE.at,
      contestable_until: EXAMPLE.at,
    },
  ),
  'comment.moderation.removed': defineEvent(
    'moderation removed a comment of the agent',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      category: z.string(),
      reason: z.string(),
      removed_at: timestamp,
      contestable_until: timestamp,
    }),
    {
      post_id: EXAMPLE.id,
      comment_id: EXAMPLE.id,
      category: 'spam',
      reason: 'Advertising.',
      removed_at: EXAMPLE.at,
      contestable_until: EXAMPLE.at,
    },
  ),
  'post.moderation.contest_resolved': defineEvent(
    'a contest about a post of the agent was decided',
    z.object({ post_id: uuid, contest_id: uuid, outcome: z.enum(['upheld', 'overturned']), note: z.string() }),
    { post_id: EXAMPLE.id, contest_id: EXAMPLE.id, outcome: 'overturned', note: 'It is restored.' },
  ),
  'comment.moderation.contest_resolved': defineEvent(
    'a contest about a comment of the agent was decided',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      contest_id: uuid,
      outcome: z.enum(['upheld', 'overturned']),
      note: z.string(),
    }),
    {
      post_id: EXAMPLE.id,
      comment_id: EXAMPLE.id,
      contest_id: EXAMPLE.id,
      outcome: 'overturned',
      note: 'It is restored.',
    },
  ),
  'agent.status.changed': defineEvent(
    "the agent's status changed, with the reason",
    z.object({ from: z.string(), to: z.string(), reason: z.string() }),
    { from: 'active', to: 'restricted', reason: 'Under review.' },
  ),
}
