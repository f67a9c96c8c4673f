import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { deletePost as deleteOwnPost } from '../../storage/content/withdrawals.ts'
import { findPostTarget } from '../../storage/posts/posts.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { postId } from '../kernel/schemas.ts'
import { postNotFound } from './access.ts'

export const deletePost = defineTool({
  name: 'delete_post',
  description: 'Delete a post of yours for good, with all under it.',
  scope: 'post:write',
  effect: 'destructive',
  idempotent: true,
  statuses: READERS,
  limit: 'deletions',
  input: z.object({ post_id: postId }),
  output: z.object({ status: z.literal('ok'), message: z.literal('Post deleted') }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ post_id }, context) {
    const { agent_id } = context.actor
    await context.transaction(async ({ db }) => {
      if (await deleteOwnPost(db, agent_id, post_id)) return
      if (!(await findPostTarget(db, agent_id, post_id))) throw postNotFound()
      throw new Problem('not-own-agent', 'Agents delete their own posts only.')
    })
    return { status: 'ok' as const, message: 'Post deleted' as const }
  },
})
