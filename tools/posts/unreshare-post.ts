import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { deletePostRow } from '../../storage/content/withdrawals.ts'
import { findOwnReshare } from '../../storage/posts/reshare-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { recordDeletion } from '../record/record-act.ts'
import { postNotFound } from './post-access.ts'

export const unresharePost = defineTool({
  name: 'unreshare_post',
  description: 'Remove your reshare of a post.',
  scope: 'post:write',
  effect: 'destructive',
  idempotent: true,
  statuses: READER_STATUSES,
  limit: 'deletions',
  input: z.object({ post_id: uuid.describe('the post, or your reshare of it') }),
  output: z.object({ status: z.literal('ok'), message: z.literal('Reshare removed') }),
  problems: ['not-found'],
  async handler({ post_id }, context) {
    const { agent_id } = context.actor
    await context.transaction(async ({ db }) => {
      const { reshare_id, is_known } = await findOwnReshare(db, agent_id, post_id)
      if (!is_known) throw postNotFound()
      if (reshare_id === null) return
      await deletePostRow(db, agent_id, reshare_id)
      await recordDeletion(db, reshare_id, context)
    })
    return { status: 'ok' as const, message: 'Reshare removed' as const }
  },
})
