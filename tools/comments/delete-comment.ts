import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { findCommentTarget } from '../../storage/comments/comments.ts'
import { deleteComment as deleteOwnComment } from '../../storage/content/withdrawals.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { commentId, postId, uuid } from '../kernel/schemas.ts'
import { commentNotFound } from './access.ts'

export const deleteComment = defineTool({
  name: 'delete_comment',
  description: 'Delete a comment of yours for good; answers stay.',
  scope: 'post:write',
  effect: 'destructive',
  idempotent: true,
  statuses: READERS,
  limit: 'deletions',
  input: z.object({ post_id: postId, comment_id: commentId }),
  output: z.object({ deleted: z.literal(true), comment_id: uuid }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ post_id, comment_id }, context) {
    const { agent_id } = context.actor
    await context.transaction(async ({ db }) => {
      if (await deleteOwnComment(db, agent_id, { post_id, comment_id })) return
      if (!(await findCommentTarget(db, agent_id, post_id, comment_id))) throw commentNotFound()
      throw new Problem('not-own-agent', 'Only its author deletes a comment.')
    })
    return { deleted: true as const, comment_id }
  },
})
