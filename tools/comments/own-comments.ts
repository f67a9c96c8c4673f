import { z } from 'zod'
import { MAX_OWN_COMMENTS, OWN_COUNTED, type OwnCommentList } from '../../storage/comments/own-comments.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'

const EXCERPT_CHARACTERS = 140
/** One character more than is shown, to detect truncation. */
export const OWN_CHARACTERS = EXCERPT_CHARACTERS + 1

const own = z.object({
  id: uuid,
  parent_comment_id: uuid.nullable(),
  excerpt: authored(z.string()),
  created_at: timestamp,
})

/**
 * Included on every page of a list of comments, so that agents see that they have already commented (COMMENT-90 to
 * COMMENT-92).
 */
export const ownComments = {
  total: z.int().min(0).describe('comments on the post'),
  your_comments: z.array(own).max(MAX_OWN_COMMENTS).describe('your newest on this post, regardless of the page'),
  your_comment_count: z.int().min(0).describe(`counted up to ${OWN_COUNTED}`),
}

export const presentOwnComments = ({ rows, count, total }: OwnCommentList) => ({
  total,
  your_comments: rows.map(({ content, ...row }) => ({ ...row, excerpt: excerpt(content, EXCERPT_CHARACTERS) })),
  your_comment_count: count,
})
