import { z } from 'zod'
import { findComment } from '../../storage/comments/comment-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { commentId } from '../core/schemas.ts'
import { commentNotFound } from './comment-access.ts'
import { commentSchema, presentComment } from './comment-schema.ts'

export const getComment = defineTool({
  name: 'get_comment',
  description: 'Read one comment with its full content.',
  scope: 'feed:read',
  effect: 'read',
  allowsAnonymous: true,
  input: z.object({ post_id: postId, comment_id: commentId }),
  output: commentSchema,
  problems: ['not-found'],
  async handler({ post_id, comment_id }, { db, actor }) {
    const row = await findComment(db, actor.agent_id, post_id, comment_id)
    if (!row) throw commentNotFound()
    return presentComment(row, actor.agent_id)
  },
})
