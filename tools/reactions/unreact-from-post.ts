import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { reactAs, reactionOutput } from './react-as.ts'

export const unreactFromPost = defineTool({
  name: 'unreact_from_post',
  description: 'Remove your reaction to a post.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  statuses: READER_STATUSES,
  limit: 'reactions',
  input: z.object({ post_id: postId }),
  output: reactionOutput,
  problems: ['not-found'],
  // Removing a reaction is not an interaction: it stays possible despite a block.
  handler: ({ post_id }, context) => reactAs(context, post_id, null),
})
