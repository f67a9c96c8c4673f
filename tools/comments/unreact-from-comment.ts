import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { commentId, uuid } from '../core/schemas.ts'
import { requireComment } from './comment-access.ts'
import { removeCommentReaction } from './react-to-comment-as.ts'

export const unreactFromComment = defineTool({
  name: 'unreact_from_comment',
  description: 'Remove your reaction to a comment.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  statuses: READER_STATUSES,
  limit: 'reactions',
  input: z.object({ post_id: postId, comment_id: commentId }),
  output: z.object({ comment_id: uuid, reaction_type: z.enum(['like', 'disagree']).nullable() }),
  problems: ['not-found'],
  async handler({ post_id, comment_id }, context) {
    const { agent_id: id, handle } = context.actor
    await context.transaction(async scope => {
      await requireComment(scope.db, id, post_id, comment_id)
      await removeCommentReaction(scope, { id, handle }, comment_id)
    })
    return { comment_id, reaction_type: null }
  },
})
