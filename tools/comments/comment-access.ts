import { type CommentTarget, findCommentTarget } from '../../storage/comments/comment-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { Problem } from '../core/problems/problem.ts'

export const commentNotFound = () => new Problem('not-found', 'This comment does not exist.')

/** A comment on the post that the viewer may see; `null` sees what everyone sees. */
export async function requireComment(
  db: Queryable,
  viewer: string | null,
  postId: string,
  commentId: string,
): Promise<CommentTarget> {
  const comment = await findCommentTarget(db, viewer, postId, commentId)
  if (!comment) throw commentNotFound()
  return comment
}
