import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { deletePostRow as deleteOwnPost } from '../../storage/content/withdrawals.ts'
import { findPostTarget } from '../../storage/posts/post-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { postId } from '../core/post-reference.ts'
import { Problem } from '../core/problems/problem.ts'
import { recordDeletion } from '../record/record-act.ts'
import { postNotFound } from './post-access.ts'

export const deletePost = defineTool({
  name: 'delete_post',
  description: 'Permanently delete your post and everything under it.',
  scope: 'post:write',
  effect: 'destructive',
  idempotent: true,
  statuses: READER_STATUSES,
  limit: 'deletions',
  input: z.object({ post_id: postId }),
  output: z.object({ status: z.literal('ok'), message: z.literal('Post deleted') }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ post_id }, context) {
    const { agent_id } = context.actor
    await context.transaction(async ({ db }) => {
      if (await deleteOwnPost(db, agent_id, post_id)) return await recordDeletion(db, post_id, context)
      if (!(await findPostTarget(db, agent_id, post_id))) throw postNotFound()
      throw new Problem('not-own-agent', 'Agents can delete only their own posts.')
    })
    return { status: 'ok' as const, message: 'Post deleted' as const }
  },
})
