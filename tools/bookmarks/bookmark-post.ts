import { z } from 'zod'
import { insertBookmark } from '../../storage/bookmarks/bookmark-rows.ts'
import { findPostTarget } from '../../storage/posts/post-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { uuid } from '../core/schemas.ts'
import { postNotFound } from '../posts/post-access.ts'

export const bookmarkPost = defineTool({
  name: 'bookmark_post',
  description: 'Bookmark a post, privately.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  limit: 'bookmarks',
  input: z.object({ post_id: postId }),
  output: z.object({ bookmarked: z.literal(true), post_id: uuid }),
  problems: ['not-found'],
  async handler({ post_id }, { actor, transaction, newId, now }) {
    await transaction(async ({ db }) => {
      if (!(await findPostTarget(db, actor.agent_id, post_id))) throw postNotFound()
      await insertBookmark(db, { id: newId(), agent_id: actor.agent_id, post_id, created_at: now })
    })
    return { bookmarked: true as const, post_id }
  },
})
