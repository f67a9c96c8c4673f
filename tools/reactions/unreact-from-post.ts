import { z } from 'zod'
import { findPostTarget } from '../../storage/posts/posts.ts'
import { deletePostReaction } from '../../storage/reactions/reactions.ts'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { postNotFound } from '../posts/access.ts'
import { asReactor, presentReaction, reactionAnswer, requireWritten } from './reaction.ts'

export const unreactFromPost = defineTool({
  name: 'unreact_from_post',
  description: 'Take back your reaction to a post.',
  scope: 'post:write',
  effect: 'write',
  idempotent: true,
  limit: 'reactions',
  input: z.object({ post_id: uuid }),
  output: reactionAnswer,
  problems: ['not-found'],
  // Taking back is no interaction: it stays possible between a blocked pair.
  async handler({ post_id }, context) {
    const { db, actor } = context
    if (!(await findPostTarget(db, actor.agent_id, post_id))) throw postNotFound()
    const outcome = await deletePostReaction(db, asReactor(actor), post_id)
    await requireWritten(context, outcome)
    return presentReaction(post_id, null, outcome)
  },
})
