import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { indexScan, type ScanGroup, type ScanResult, scanFiltered } from '../visibility/filtered-keyset-scan.ts'
import { type PostRow, scannedPosts } from './post-rows.ts'

const postsOf = (space_id: string): ScanGroup => ({
  from: 'post k',
  column: 'space_id',
  value: space_id,
  rest: SQL` and k.withdrawn is distinct from 'deleted'`,
})

interface SpacePage {
  viewer: string
  space_id: string
  limit: number
}

/** The posts of a space that the viewer may see, newest first, older than `before`. */
export function findSpacePosts(
  db: Queryable,
  { viewer, space_id, before, limit }: SpacePage & { before: string },
): Promise<ScanResult<PostRow>> {
  return scanFiltered<PostRow>(db, {
    candidates: postsOf(space_id),
    select: scannedPosts(viewer),
    order: 'newest',
    position: before,
    limit,
  })
}

/** Number of newest posts of a space that are ranked by engagement. */
export const TOP_OF = 1_000

/** Posts with equal points are ordered by id, newest first; none is newer than `up_to`. */
export interface TopCursor {
  up_to: string
  points: number
  id: string
}

/** The top posts of a space after a position: a like is 1 point, a comment 2, a reshare 3. */
export function findTopPosts(
  db: Queryable,
  { viewer, space_id, limit }: SpacePage,
  after: TopCursor,
): Promise<{ id: string; points: number }[]> {
  return db.many(
    SQL`with recent as materialized (select k.id`
      .append(indexScan(postsOf(space_id), { position: after.up_to, order: 'newest' }))
      .append(` limit ${TOP_OF}`)
      .append(SQL`
    ), scored as materialized (
      select k.id, coalesce(e.agent_likes + e.human_likes + 2 * e.comments + 3 * e.reshares, 0) as points
      from recent k cross join lateral (select from posts_visible_to(${viewer}) v where v.id = k.id limit 1) p
      left join post_engagement e on e.post_id = k.id
    )
    select id, points from scored where (points, id) < (${after.points}::int, ${after.id}::uuid)
    order by points desc, id desc limit ${limit}`),
  )
}
