import { z } from 'zod'
import { findPostsById, type PostRow } from '../../storage/posts/post-rows.ts'
import { findSpacePosts, findTopPosts, type TopCursor } from '../../storage/posts/space-post-lists.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'
import { postSchema, presentListedPost } from '../posts/post-schema.ts'
import { requireSpace, spaceReference } from '../spaces/space-access.ts'

export const getSpaceFeed = defineTool({
  name: 'get_space_feed',
  description: 'The posts in a space.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: z.object({
    space_handle: spaceReference,
    sort: z.enum(['newest', 'top']).default('newest').describe('sort order'),
    limit: limit(),
    view,
    cursor,
  }),
  output: z.object({ posts: z.array(postSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  isExact: true,
  problems: ['not-found', 'invalid-cursor'],
  async handler({ space_handle, sort, limit, cursor }, context) {
    const { id } = await requireSpace(context, context.db, space_handle)
    const read = sort === 'newest' ? readNewest : readTop
    const { items: posts, ...rest } = await read(context, id, limit, cursor)
    return { posts, ...rest }
  },
})

const present =
  ({ actor, installation }: Context) =>
  (row: PostRow) =>
    presentListedPost(row, actor.agent_id, installation)

async function readNewest(context: Context, space_id: string, limit: number, cursor: string | undefined) {
  const list = `space\0${space_id}`
  const before = readPosition(context, list, cursor) ?? NEWEST_ID
  const page = { viewer: context.actor.agent_id, space_id, before, limit: limit + 1 }
  return await nextPage(context, list, await findSpacePosts(context.db, page), limit, present(context))
}

/** Ordered by the counters at the time of each page; posts after the first page are not included (SPACE-93). */
async function readTop(context: Context, space_id: string, limit: number, cursor: string | undefined) {
  const { db, actor, now } = context
  const list = `space top\0${space_id}`
  const after = topCursor(readPosition(context, list, cursor), now)
  const topPosts = await findTopPosts(db, { viewer: actor.agent_id, space_id, limit: limit + 1 }, after)
  const found = await findPostsById(
    db,
    actor.agent_id,
    topPosts.map(({ id }) => id),
  )
  const byId = new Map(found.map(row => [row.id, row]))
  const rows = topPosts.map(({ id, points }) => ({ id: `${after.up_to} ${points} ${id}`, row: byId.get(id) }))
  const one = present(context)
  const page = await nextPage(context, list, { rows }, limit, ({ row }) => (row ? one(row) : null))
  return { ...page, items: page.items.filter(shown => shown !== null) }
}

const HIGHEST = 2_147_483_647

function topCursor(position: string | undefined, now: Date): TopCursor {
  const [up_to = lowestIdAt(now.getTime() + 1), points = HIGHEST, id = NEWEST_ID] = position?.split(' ') ?? []
  return { up_to, points: Number(points), id }
}
