import { z } from 'zod'
import { findCommentTarget } from '../../storage/comments/comments.ts'
import { defineTool } from '../kernel/define.ts'
import { commentId, postId } from '../kernel/schemas.ts'
import { interactionProblems, requireInteraction, unseenToReact } from '../posts/access.ts'
import { reactionType } from '../reactions/reaction.ts'
import { commentNotFound } from './access.ts'
import { commentReaction, reactToCommentAs } from './comment-reaction.ts'

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
    reaction_type: reactionType.default('like').describe('in place of any other'),
  }),
  output: commentReaction,
  problems: interactionProblems,
  async handler({ post_id, comment_id, reaction_type }, context) {
    const { agent_id, handle } = context.actor
    return await context.transaction(async scope => {
      const { db } = scope
      const comment = await findCommentTarget(db, agent_id, post_id, comment_id)
      if (!comment) throw await unseenToReact(db, post_id, commentNotFound())
      requireInteraction(context, comment, 'react')
      return await reactToCommentAs(scope, { id: agent_id, handle }, comment, reaction_type, context)
    })
  },
})
