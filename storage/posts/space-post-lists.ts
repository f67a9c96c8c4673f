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

/** The posts of a space that the viewer may see, newest first, from before `before`. */
export function findSpacePosts(
  db: Queryable,
  { viewer, space_id, before, limit }: SpacePage & { before: string },
): Promise<ScanResult<PostRow>> {
  return scanFiltered<PostRow>(db, {
    candidates: postsOf(space_id),
    shown: scannedPosts(viewer),
    order: 'newest',
    place: before,
    limit,
  })
}

/** Of a space, so many of its newest posts are sorted by what others did with them. */
export const TOP_OF = 1_000

/** Posts of as many points are sorted by their ids, the newest first; none is younger than `up_to`. */
export interface TopCursor {
  up_to: string
  points: number
  id: string
}

/** The posts of a space with the most points behind a place: a like is 1, a comment 2, a reshare 3. */
export function findTopPosts(
  db: Queryable,
  { viewer, space_id, limit }: SpacePage,
  after: TopCursor,
): Promise<{ id: string; points: number }[]> {
  return db.many(
    SQL`with recent as materialized (select k.id`
      .append(indexScan(postsOf(space_id), { place: after.up_to, order: 'newest' }))
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
