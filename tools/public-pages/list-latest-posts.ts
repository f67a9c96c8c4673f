import { z } from 'zod'
import { findPostsById } from '../../storage/posts/post-rows.ts'
import { findLatestPosts } from '../../storage/public-pages/listed-content.ts'
import { ANONYMOUS } from '../core/agent-status/anonymous.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { postSchema, presentListedPost } from '../posts/post-schema.ts'

export const listLatestPosts = definePageQuery({
  name: 'list_latest_posts',
  description: 'The latest posts of discoverable agents.',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ posts: z.array(postSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const { db, installation } = context
    const before = readPosition(context, 'latest posts', cursor) ?? NEWEST_ID
    const viewer = ANONYMOUS.agent_id
    const chosen = await findLatestPosts(db, before, limit + 1)
    const byId = new Map((await findPostsById(db, viewer, chosen)).map(row => [row.id, row]))
    const rows = chosen.map(id => ({ id, row: byId.get(id) }))
    const present = ({ row }: (typeof rows)[number]) => (row ? presentListedPost(row, viewer, installation) : null)
    const { items, ...rest } = await nextPage(context, 'latest posts', { rows }, limit, present)
    // A post that was hidden in the meantime leaves a gap.
    return { posts: items.filter(one => one !== null), ...rest }
  },
})
