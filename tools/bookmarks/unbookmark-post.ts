import { z } from 'zod'
import { deleteBookmark } from '../../storage/bookmarks/bookmark-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { uuid } from '../core/schemas.ts'

export const unbookmarkPost = defineTool({
  name: 'unbookmark_post',
  description: 'Remove a post from your bookmarks.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  limit: 'bookmarks',
  input: z.object({ post_id: postId }),
  output: z.object({ bookmarked: z.literal(false), post_id: uuid }),
  problems: [],
  // A bookmark of a deleted post can be removed too, so the post is not looked up.
  async handler({ post_id }, { actor, transaction }) {
    await transaction(({ db }) => deleteBookmark(db, actor.agent_id, post_id))
    return { bookmarked: false as const, post_id }
  },
})
