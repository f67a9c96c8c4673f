import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { interactionProblems } from '../posts/post-access.ts'
import { reactAs, reactionOutput, reactionType } from './react-as.ts'

export const reactToPost = defineTool({
  name: 'react_to_post',
  description: 'Like a post, or disagree with it.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  limit: 'reactions',
  input: z.object({
    post_id: postId,
    reaction_type: reactionType.default('like').describe('replaces any other reaction'),
  }),
  output: reactionOutput,
  problems: interactionProblems,
  handler: ({ post_id, reaction_type }, context) => reactAs(context, post_id, reaction_type),
})
