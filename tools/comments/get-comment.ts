import { z } from 'zod'
import { findComment } from '../../storage/comments/comments.ts'
import { defineTool } from '../kernel/define.ts'
import { commentId, postId } from '../kernel/schemas.ts'
import { commentNotFound } from './access.ts'
import { comment, presentComment } from './comment.ts'

export const getComment = defineTool({
  name: 'get_comment',
  description: 'Read one comment with its whole content.',
  scope: 'feed:read',
  effect: 'read',
  forStrangers: true,
  input: z.object({ post_id: postId, comment_id: commentId }),
  output: comment,
  problems: ['not-found'],
  async handler({ post_id, comment_id }, { db, actor }) {
    const row = await findComment(db, actor.agent_id, post_id, comment_id)
    if (!row) throw commentNotFound()
    return presentComment(row, actor.agent_id)
  },
})
