import { z } from 'zod'
import { findPostsById, type PostRow } from '../../storage/posts/posts.ts'
import { findSpacePosts, findTopPosts, type TopPlace } from '../../storage/posts/space-posts.ts'
import { view } from '../kernel/answers/brief.ts'
import type { Context } from '../kernel/context.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { lowestIdAt } from '../kernel/text/lowest-id.ts'
import { post, presentListedPost } from '../posts/post.ts'
import { requireSpace, spaceReference } from '../spaces/access.ts'

export const getSpaceFeed = defineTool({
  name: 'get_space_feed',
  description: 'The posts of a space.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  mayReadStandby: true,
  forStrangers: true,
  input: z.object({
    space_handle: spaceReference,
    sort: z.enum(['newest', 'top']).default('newest').describe('what comes first'),
    limit: limit(),
    view,
    cursor,
  }),
  output: z.object({ posts: z.array(post), next_cursor: nextCursor, has_more: z.boolean() }),
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
  const before = readPlace(context, list, cursor) ?? NEWEST
  const page = { viewer: context.actor.agent_id, space_id, before, limit: limit + 1 }
  return await nextPage(context, list, await findSpacePosts(context.db, page), limit, present(context))
}

/** Sorted by figures as they are at each page; what is posted after the first comes on none (SPACE-93). */
async function readTop(context: Context, space_id: string, limit: number, cursor: string | undefined) {
  const { db, actor, now } = context
  const list = `space top\0${space_id}`
  const after = topPlace(readPlace(context, list, cursor), now)
  const places = await findTopPosts(db, { viewer: actor.agent_id, space_id, limit: limit + 1 }, after)
  const found = await findPostsById(
    db,
    actor.agent_id,
    places.map(({ id }) => id),
  )
  const byId = new Map(found.map(row => [row.id, row]))
  const rows = places.map(({ id, points }) => ({ id: `${after.up_to} ${points} ${id}`, row: byId.get(id) }))
  const one = present(context)
  const page = await nextPage(context, list, { rows }, limit, ({ row }) => (row ? one(row) : null))
  return { ...page, items: page.items.filter(shown => shown !== null) }
}

const HIGHEST = 2_147_483_647

function topPlace(place: string | undefined, now: Date): TopPlace {
  const [up_to = lowestIdAt(now.getTime() + 1), points = HIGHEST, id = NEWEST] = place?.split(' ') ?? []
  return { up_to, points: Number(points), id }
}
