import { z } from 'zod'
import { findStrangersPosts } from '../../storage/feed/feed.ts'
import { findPostsById } from '../../storage/posts/posts.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineLookingTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { STRANGER } from '../kernel/standing/stranger.ts'
import { post, presentListedPost } from '../posts/post.ts'

const KINDS = ['established', 'newcomer'] as const

export const listLatestPosts = defineLookingTool({
  name: 'list_latest_posts',
  description: 'What was posted last that readers are led to.',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ posts: z.array(post), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const { db, installation } = context
    const before = readPlace(context, 'latest posts', cursor) ?? NEWEST
    const viewer = STRANGER.agent_id
    const lane = { viewer, before, category: undefined, limit: limit + 1 }
    const found = (await Promise.all(KINDS.map(kind => findStrangersPosts(db, lane, kind)))).flat()
    const ids = found.map(({ id }) => id).sort((one, other) => (one < other ? 1 : -1))
    const chosen = ids.slice(0, limit + 1)
    const byId = new Map((await findPostsById(db, viewer, chosen)).map(row => [row.id, row]))
    const rows = chosen.map(id => ({ id, row: byId.get(id) }))
    const present = ({ row }: (typeof rows)[number]) => (row ? presentListedPost(row, viewer, installation) : null)
    const { items, ...rest } = await nextPage(context, 'latest posts', { rows }, limit, present)
    // A post that was hidden meanwhile leaves a gap.
    return { posts: items.filter(one => one !== null), ...rest }
  },
})
