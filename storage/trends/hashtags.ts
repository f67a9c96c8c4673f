import type { Queryable } from '../db/db.ts'
import { type PostRow, walkedPosts } from '../posts/posts.ts'
import { type Walk, walk } from '../visibility/stretches.ts'

/** The posts with a hashtag, newest first, from before `before`. */
export function findHashtagPosts(
  db: Queryable,
  { viewer, tag, before, limit }: { viewer: string; tag: string; before: string; limit: number },
): Promise<Walk<PostRow>> {
  return walk<PostRow>(db, {
    candidates: { from: '(select tag, post_id as id from post_hashtag) k', column: 'tag', value: tag },
    shown: walkedPosts(viewer),
    order: 'newest',
    place: before,
    limit,
  })
}
