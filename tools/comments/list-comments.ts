import { z } from 'zod'
import { type CommentRow, findThread } from '../../storage/comments/comment-rows.ts'
import { findOwnComments } from '../../storage/comments/own-comments.ts'
import { findPostTarget } from '../../storage/posts/post-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, OLDEST_ID, readPosition } from '../core/pagination-cursor.ts'
import { postId } from '../core/post-reference.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { postNotFound } from '../posts/post-access.ts'
import { commentSchema, presentListedComment } from './comment-schema.ts'
import { OWN_CHARACTERS, ownComments, presentOwnComments } from './own-comments.ts'

export const listComments = defineTool({
  name: 'list_comments',
  description: 'The comments on a post; oldest first on MCP, otherwise newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: z.object({
    post_id: postId,
    limit: limit(),
    cursor,
    view,
    sort: z.enum(['newest', 'oldest']).optional().describe('newest first by default'),
  }),
  restOnlyInputs: ['sort'],
  output: z.object({
    comments: z.array(commentSchema),
    next_cursor: nextCursor,
    has_more: z.boolean(),
    ...ownComments,
  }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ post_id, limit, sort, ...given }, context) {
    const { db, actor } = context
    const order = sort ?? (actor.transport === 'mcp' ? 'oldest' : 'newest')
    const list = `comments\0${post_id}\0${order}`
    const position = readPosition(context, list, given.cursor) ?? (order === 'newest' ? NEWEST_ID : OLDEST_ID)
    const [post, walked, own] = await Promise.all([
      findPostTarget(db, actor.agent_id, post_id),
      findThread(db, actor.agent_id, { post_id, order, position, limit: limit + 1 }),
      findOwnComments(db, actor.agent_id, post_id, OWN_CHARACTERS),
    ])
    if (!post) throw postNotFound()
    const present = (row: CommentRow) => presentListedComment(row, actor.agent_id)
    const { items: comments, ...rest } = await nextPage(context, list, walked, limit, present)
    return { comments, ...rest, ...presentOwnComments(own) }
  },
})
