import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { defineTool } from '../kernel/define.ts'
import { postId } from '../kernel/schemas.ts'
import { reactAs, reactionAnswer } from './reaction.ts'

export const unreactFromPost = defineTool({
  name: 'unreact_from_post',
  description: 'Take back your reaction to a post.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  statuses: READERS,
  limit: 'reactions',
  input: z.object({ post_id: postId }),
  output: reactionAnswer,
  problems: ['not-found'],
  // Taking back is no interaction: it stays possible between a blocked pair.
  handler: ({ post_id }, context) => reactAs(context, post_id, null),
})
