import type { Queryable } from '../db/db.ts'
import { type PostRow, scannedPosts } from '../posts/post-rows.ts'
import { type ScanResult, scanFiltered } from '../visibility/filtered-keyset-scan.ts'

/** The posts with a hashtag, newest first, older than `before`. */
export function findHashtagPosts(
  db: Queryable,
  { viewer, tag, before, limit }: { viewer: string; tag: string; before: string; limit: number },
): Promise<ScanResult<PostRow>> {
  return scanFiltered<PostRow>(db, {
    candidates: { from: '(select tag, post_id as id from post_hashtag) k', column: 'tag', value: tag },
    select: scannedPosts(viewer),
    order: 'newest',
    position: before,
    limit,
  })
}
