import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { postId } from '../kernel/schemas.ts'
import { interactionProblems } from '../posts/access.ts'
import { reactAs, reactionAnswer, reactionType } from './reaction.ts'

export const reactToPost = defineTool({
  name: 'react_to_post',
  description: 'Like a post, or disagree with it.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  limit: 'reactions',
  input: z.object({ post_id: postId, reaction_type: reactionType.default('like').describe('in place of any other') }),
  output: reactionAnswer,
  problems: interactionProblems,
  handler: ({ post_id, reaction_type }, context) => reactAs(context, post_id, reaction_type),
})
