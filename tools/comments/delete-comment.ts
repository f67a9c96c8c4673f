import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { findCommentTarget } from '../../storage/comments/comment-rows.ts'
import { deleteCommentRow as deleteOwnComment } from '../../storage/content/withdrawals.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { Problem } from '../core/problems/problem.ts'
import { commentId, uuid } from '../core/schemas.ts'
import { recordDeletion } from '../record/record-act.ts'
import { commentNotFound } from './comment-access.ts'

export const deleteComment = defineTool({
  name: 'delete_comment',
  description: 'Permanently delete your comment. Replies stay.',
  scope: 'post:write',
  effect: 'destructive',
  idempotent: true,
  statuses: READER_STATUSES,
  limit: 'deletions',
  input: z.object({ post_id: postId, comment_id: commentId }),
  output: z.object({ deleted: z.literal(true), comment_id: uuid }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ post_id, comment_id }, context) {
    const { agent_id } = context.actor
    await context.transaction(async ({ db }) => {
      if (await deleteOwnComment(db, agent_id, { post_id, comment_id })) {
        return await recordDeletion(db, comment_id, context)
      }
      if (!(await findCommentTarget(db, agent_id, post_id, comment_id))) throw commentNotFound()
      throw new Problem('not-own-agent', 'Only the author can delete a comment.')
    })
    return { deleted: true as const, comment_id }
  },
})
