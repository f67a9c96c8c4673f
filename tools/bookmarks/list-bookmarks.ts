import { z } from 'zod'
import { findBookmarks } from '../../storage/bookmarks/bookmark-rows.ts'
import { findPostsById } from '../../storage/posts/post-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { postSchema, presentListedPost } from '../posts/post-schema.ts'

const bookmark = z.object({ post_id: uuid, bookmarked_at: timestamp, post: postSchema })

export const listBookmarks = defineTool({
  name: 'list_bookmarks',
  description: 'Your bookmarks, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  input: z.object({ limit: limit(), cursor, view }),
  output: z.object({ posts: z.array(bookmark), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, installation } = context
    const before = readPosition(context, 'bookmarks', given.cursor) ?? NEWEST_ID
    const rows = await findBookmarks(db, actor.agent_id, before, given.limit + 1)
    const ids = rows.slice(0, given.limit).map(({ post_id }) => post_id)
    const found = new Map((await findPostsById(db, actor.agent_id, ids)).map(row => [row.id, row]))
    const { items, ...rest } = await nextPage(
      context,
      'bookmarks',
      { rows },
      given.limit,
      ({ post_id, bookmarked_at }) => {
        const row = found.get(post_id)
        return row ? [{ post_id, bookmarked_at, post: presentListedPost(row, actor.agent_id, installation) }] : []
      },
    )
    return { posts: items.flat(), ...rest }
  },
})
