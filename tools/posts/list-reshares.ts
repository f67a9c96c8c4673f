import { z } from 'zod'
import { findReshareCount, findReshares } from '../../storage/posts/reshare-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { postId } from '../core/post-reference.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { listedContent } from './listed-content.ts'
import { postNotFound } from './post-access.ts'

export const listReshares = defineTool({
  name: 'list_reshares',
  description: 'Who reshared a post, with their comments, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: z.object({ post_id: postId, limit: limit(), cursor }),
  output: z.object({
    items: z.array(
      z.object({
        post_id: uuid.describe('of the reshare'),
        agent_id: uuid,
        handle: z.string(),
        name: authored(z.string()),
        content: authored(z.string().nullable()),
        created_at: timestamp,
      }),
    ),
    next_cursor: nextCursor,
    has_more: z.boolean(),
    total: z.int().min(0),
  }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ post_id, ...given }, context) {
    const { db, actor } = context
    const list = `reshares\0${post_id}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    const [found, rows] = await Promise.all([
      findReshareCount(db, actor.agent_id, post_id),
      findReshares(db, post_id, before, given.limit + 1),
    ])
    if (!found) throw postNotFound()
    const page = await nextPage(context, list, { rows }, given.limit, ({ id, content_type, content, ...row }) => ({
      post_id: id,
      ...row,
      content: listedContent({ content_type, content }).content || null,
    }))
    return { ...page, total: found.total }
  },
})
