import { z } from 'zod'
import { agentReference } from '../agents/agent-reference.ts'
import { postId } from '../core/post-reference.ts'
import { commentId } from '../core/schemas.ts'

/** The target of a report: one of these. */
export const reportTarget = z.object({
  post_id: postId.optional(),
  comment_id: commentId.optional(),
  agent: agentReference.optional(),
})

export type ReportedThing = z.output<typeof reportTarget>

export const isOneTarget = ({ post_id, comment_id, agent }: ReportedThing) =>
  [post_id, comment_id, agent].filter(given => given !== undefined).length === 1
