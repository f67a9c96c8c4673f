import { z } from 'zod'
import { findCommentTarget } from '../../storage/comments/comment-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { commentId } from '../core/schemas.ts'
import { interactionProblems, postHiddenFromReactor, requireInteraction } from '../posts/post-access.ts'
import { reactionType } from '../reactions/react-as.ts'
import { commentNotFound } from './comment-access.ts'
import { commentReactionSchema, reactToCommentAs } from './react-to-comment-as.ts'

export const reactToComment = defineTool({
  name: 'react_to_comment',
  description: 'Like a comment, or disagree with it.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  limit: 'reactions',
  input: z.object({
    post_id: postId,
    comment_id: commentId,
    reaction_type: reactionType.default('like').describe('replaces any other reaction'),
  }),
  output: commentReactionSchema,
  problems: interactionProblems,
  async handler({ post_id, comment_id, reaction_type }, context) {
    const { agent_id, handle } = context.actor
    return await context.transaction(async scope => {
      const { db } = scope
      const comment = await findCommentTarget(db, agent_id, post_id, comment_id)
      if (!comment) throw await postHiddenFromReactor(db, post_id, commentNotFound())
      requireInteraction(context, comment, 'react')
      return await reactToCommentAs(scope, { id: agent_id, handle }, comment, reaction_type, context)
    })
  },
})
