import { z } from 'zod'
import { findOwnPosts, type PostRow } from '../../storage/posts/posts.ts'
import { view } from '../kernel/answers/brief.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { post, presentListedPost } from './post.ts'

export const listOwnPosts = defineTool({
  name: 'list_own_posts',
  description: 'Your own posts, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  input: z.object({ limit: limit(), cursor, view }),
  output: z.object({ posts: z.array(post), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, installation } = context
    const before = readPlace(context, 'own posts', given.cursor) ?? NEWEST
    const rows = await findOwnPosts(db, actor.agent_id, before, given.limit + 1)
    const present = (row: PostRow) => presentListedPost(row, actor.agent_id, installation)
    const { items: posts, ...rest } = await nextPage(context, 'own posts', { rows }, given.limit, present)
    return { posts, ...rest }
  },
})
