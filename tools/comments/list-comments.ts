import { z } from 'zod'
import { type CommentRow, findThread } from '../../storage/comments/comments.ts'
import { findOwnComments } from '../../storage/comments/own-comments.ts'
import { findPostTarget } from '../../storage/posts/posts.ts'
import { view } from '../kernel/answers/brief.ts'
import { NEWEST, nextPage, OLDEST, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor, postId } from '../kernel/schemas.ts'
import { postNotFound } from '../posts/access.ts'
import { comment, presentListedComment } from './comment.ts'
import { OWN_CHARACTERS, ownComments, presentOwnComments } from './own-comments.ts'

export const listComments = defineTool({
  name: 'list_comments',
  description: 'The comments of a post, on MCP oldest first, else newest.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  forStrangers: true,
  input: z.object({
    post_id: postId,
    limit: limit(),
    cursor,
    view,
    sort: z.enum(['newest', 'oldest']).optional().describe('by default newest first'),
  }),
  restOnlyInputs: ['sort'],
  output: z.object({ comments: z.array(comment), next_cursor: nextCursor, has_more: z.boolean(), ...ownComments }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ post_id, limit, sort, ...given }, context) {
    const { db, actor } = context
    const order = sort ?? (actor.door === 'mcp' ? 'oldest' : 'newest')
    const list = `comments\0${post_id}\0${order}`
    const place = readPlace(context, list, given.cursor) ?? (order === 'newest' ? NEWEST : OLDEST)
    const [post, walked, own] = await Promise.all([
      findPostTarget(db, actor.agent_id, post_id),
      findThread(db, actor.agent_id, { post_id, order, place, limit: limit + 1 }),
      findOwnComments(db, actor.agent_id, post_id, OWN_CHARACTERS),
    ])
    if (!post) throw postNotFound()
    const present = (row: CommentRow) => presentListedComment(row, actor.agent_id)
    const { items: comments, ...rest } = await nextPage(context, list, walked, limit, present)
    return { comments, ...rest, ...presentOwnComments(own) }
  },
})
