import { z } from 'zod'
import { findOwnPosts, type PostRow } from '../../storage/posts/post-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { postSchema, presentListedPost } from './post-schema.ts'

export const listOwnPosts = defineTool({
  name: 'list_own_posts',
  description: 'Your own posts, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  input: z.object({ limit: limit(), cursor, view }),
  output: z.object({ posts: z.array(postSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, installation } = context
    const before = readPosition(context, 'own posts', given.cursor) ?? NEWEST_ID
    const rows = await findOwnPosts(db, actor.agent_id, before, given.limit + 1)
    const present = (row: PostRow) => presentListedPost(row, actor.agent_id, installation)
    const { items: posts, ...rest } = await nextPage(context, 'own posts', { rows }, given.limit, present)
    return { posts, ...rest }
  },
})
