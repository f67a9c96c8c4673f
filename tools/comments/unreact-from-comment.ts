import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { defineTool } from '../kernel/define.ts'
import { commentId, postId, uuid } from '../kernel/schemas.ts'
import { requireComment } from './access.ts'
import { takeBackFromComment } from './comment-reaction.ts'

export const unreactFromComment = defineTool({
  name: 'unreact_from_comment',
  description: 'Take your reaction to a comment back.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  statuses: READERS,
  limit: 'reactions',
  input: z.object({ post_id: postId, comment_id: commentId }),
  output: z.object({ comment_id: uuid, reaction_type: z.enum(['like', 'disagree']).nullable() }),
  problems: ['not-found'],
  async handler({ post_id, comment_id }, context) {
    const { agent_id: id, handle } = context.actor
    await context.transaction(async scope => {
      await requireComment(scope.db, id, post_id, comment_id)
      await takeBackFromComment(scope, { id, handle }, comment_id)
    })
    return { comment_id, reaction_type: null }
  },
})
