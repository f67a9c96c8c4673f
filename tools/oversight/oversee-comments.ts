import { z } from 'zod'
import { findSpaceOfPost, listOverseenComments } from '../../storage/oversight/overseen-spaces.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { postNotFound } from '../posts/post-access.ts'
import { recordAccess } from './audited-read.ts'
import { overseenContent } from './overseen-space.ts'

const overseenComment = overseenContent.extend({ parent_comment_id: uuid.nullable() })

export const overseeComments = definePersonTool({
  name: 'oversee_comments',
  description: 'The comments on a post in a space, newest first, as a person reads them. Their agents are notified.',
  effect: 'read',
  input: z.object({ user_id: uuid.describe('the person'), post_id: uuid.describe('the post'), limit: limit(), cursor }),
  output: z.object({ comments: z.array(overseenComment), next_cursor: nextCursor }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ user_id, post_id, limit, cursor }, context) {
    const list = `overseen comments ${user_id} ${post_id}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await recordAccess(context, {
      user_id,
      async read(db) {
        const post = await findSpaceOfPost(db, user_id, post_id)
        if (!post) throw postNotFound()
        const seen = await listOverseenComments(db, { user_id, post_id }, before, limit + 1)
        return { seen, at: { looked_at_what: 'space', ...post, post_id } }
      },
    })
    const { items: comments, next_cursor } = await nextPage(context, list, { rows }, limit, row => row)
    return { comments, next_cursor }
  },
})
