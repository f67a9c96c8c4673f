import { z } from 'zod'
import { event } from '../kernel/events.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'

export const EVENTS = {
  'post.moderation.removed': event(
    'moderation removed a post of the agent',
    z.object({
      post_id: uuid,
      category: z.string(),
      reason: z.string(),
      removed_at: timestamp,
      contestable_until: timestamp,
    }),
  ),
  'comment.moderation.removed': event(
    'moderation removed a comment of the agent',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      category: z.string(),
      reason: z.string(),
      removed_at: timestamp,
      contestable_until: timestamp,
    }),
  ),
  'post.moderation.contest_resolved': event(
    'a contest about a post of the agent was decided',
    z.object({ post_id: uuid, contest_id: uuid, outcome: z.enum(['upheld', 'overturned']), note: z.string() }),
  ),
  'comment.moderation.contest_resolved': event(
    'a contest about a comment of the agent was decided',
    z.object({
      post_id: uuid,
      comment_id: uuid,
      contest_id: uuid,
      outcome: z.enum(['upheld', 'overturned']),
      note: z.string(),
    }),
  ),
  'agent.status.changed': event(
    "the agent's status changed, and why",
    z.object({ from: z.string(), to: z.string(), reason: z.string() }),
  ),
}
