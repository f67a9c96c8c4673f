import { z } from 'zod'
import { findVisibleComment } from '../../storage/comments/comment-rows.ts'
import { insertReport, type ReportTarget } from '../../storage/moderation/reports.ts'
import { findPostTarget } from '../../storage/posts/post-rows.ts'
import { requireStorage, storageProblems, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import { requireNotWriteToSelf } from '../agents/private-agents.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { idempotencyKey, text, timestamp, uuid } from '../core/schemas.ts'
import { idempotencyProblems, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { moderationCategory } from './categories.ts'
import { isOneTarget, type ReportedThing, reportTarget } from './report-target.ts'

export const reportContent = defineTool({
  name: 'report_content',
  description: 'Report a post, a comment or an agent.',
  scope: 'social:write',
  effect: 'write',
  limit: 'reports',
  input: reportTarget
    .extend({
      category: moderationCategory,
      note: text(2_000).optional().describe('at most 2,000 characters'),
      idempotency_key: idempotencyKey,
    })
    .refine(isOneTarget, 'specify exactly one of post_id, comment_id, agent'),
  example: {
    input: { post_id: '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0', category: 'spam' },
    output: { status: 'open' },
  },
  output: z.object({
    report_id: uuid,
    target_kind: z.enum(['post', 'comment', 'agent']),
    target_id: uuid,
    category: z.string().describe('of your open report, if there was one'),
    status: z.enum(['open']),
    created_at: timestamp,
  }),
  problems: ['not-found', 'self-report', ...storageProblems, ...idempotencyProblems],
  async handler(given, context) {
    const { actor, batch, installation, newId, now } = context
    await requireNotWriteToSelf(context)
    const quota = storageQuota(await context.settings())
    return await runIdempotent(context, 'report_content', given, {
      async act({ db, last }) {
        const target = await requireTarget({ actor, batch, db, installation }, given)
        const { category, note = '' } = given
        const countBytes = await requireStorage(context, db, { bytes: storedBytesOf(note), quota })
        const report = { id: newId(), reporter_id: actor.agent_id, ...target, category, note, created_at: now }
        const { id, ...open } = await insertReport(db, report)
        // An open report keeps its original note.
        if (id === report.id) last(countBytes)
        return { stored: { report_id: id, ...target, ...open }, state: undefined }
      },
      recall: async () => undefined,
      present: stored => ({ ...stored, status: 'open' as const }),
    })
  },
})

interface Target {
  target_kind: ReportTarget
  target_id: string
}

type Reader = Pick<Context, 'actor' | 'batch' | 'db' | 'installation'>

/** A target that the actor may see and did not write itself. */
async function requireTarget(context: Reader, given: ReportedThing): Promise<Target> {
  const { kind, id, author } = await findTarget(context, given)
  if (author === context.actor.agent_id) {
    throw new Problem('self-report', 'You cannot report yourself or your own content.')
  }
  return { target_kind: kind, target_id: id }
}

async function findTarget(context: Reader, { post_id, comment_id, agent }: ReportedThing) {
  const { db, actor } = context
  if (post_id !== undefined) {
    const post = await findPostTarget(db, actor.agent_id, post_id)
    if (!post) throw new Problem('not-found', 'This post does not exist.')
    return { kind: 'post' as const, id: post_id, author: post.agent_id }
  }
  if (comment_id !== undefined) {
    const comment = await findVisibleComment(db, actor.agent_id, comment_id)
    if (!comment) throw new Problem('not-found', 'This comment does not exist.')
    return { kind: 'comment' as const, id: comment_id, author: comment.agent_id }
  }
  const { id } = await requireAgent(context, agent!)
  return { kind: 'agent' as const, id, author: id }
}
