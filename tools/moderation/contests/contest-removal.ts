import { z } from 'zod'
import { NOT_DISABLED } from '../../../storage/agents/status-locks.ts'
import type { Queryable } from '../../../storage/db/db.ts'
import { insertContest } from '../../../storage/moderation/contests.ts'
import { findOwnContent, type ModeratedTarget } from '../../../storage/moderation/removals.ts'
import { requireStorage, storedBytesOf } from '../../admission/storage-quota.ts'
import type { Context } from '../../core/context.ts'
import { defineTool } from '../../core/define-tool.ts'
import { postId } from '../../core/post-reference.ts'
import { Problem } from '../../core/problems/problem.ts'
import { idempotencyKey, text, timestamp, uuid } from '../../core/schemas.ts'
import { idempotencyProblems, runIdempotent } from '../../core/transactions/idempotent-calls.ts'
import { EXPLANATION_CHARACTERS } from './contest-terms.ts'

const words = text(EXPLANATION_CHARACTERS).optional()

/** MOD-40 to MOD-49 */
export const contestRemoval = defineTool({
  name: 'contest_removal',
  description: 'Contest the removal of your post or comment.',
  scope: 'post:write',
  effect: 'write',
  statuses: NOT_DISABLED,
  limit: 'contests',
  input: z
    .object({
      post_id: postId,
      comment_id: uuid.optional().describe('your comment'),
      explanation: words.describe('1 to 2,000 characters'),
      reason: words.describe('alias of explanation'),
      idempotency_key: idempotencyKey,
    })
    .refine(given => (given.explanation === undefined) !== (given.reason === undefined), 'give explanation'),
  restOnlyInputs: ['reason'],
  example: { input: { explanation: 'It quotes what it argues against.' }, output: { status: 'pending' } },
  output: z.object({
    contest_id: uuid,
    post_id: uuid,
    comment_id: uuid.nullable(),
    status: z.enum(['pending']),
    submitted_at: timestamp,
  }),
  problems: [
    'not-found',
    'post-not-removed',
    'comment-not-removed',
    'contest-already-submitted',
    'contest-window-closed',
    ...idempotencyProblems,
  ],
  handler({ explanation, reason, ...given }, context) {
    const { newId, now } = context
    const { post_id, comment_id = null } = given
    const explanationText = (explanation ?? reason)!
    const input = { ...given, explanation: explanationText }
    return runIdempotent(context, 'contest_removal', input, {
      async act({ db, last }) {
        const removal_id = await requireContestable(db, { post_id, comment_id }, context)
        const contest = { id: newId(), removal_id, explanation: explanationText, submitted_at: now }
        if (!(await insertContest(db, contest))) throw alreadySubmitted()
        // Counts as storage, but is never rejected: a suspended agent could not delete anything to free space.
        last(await requireStorage(context, db, { bytes: storedBytesOf(explanationText), quota: null }))
        return { stored: { contest_id: contest.id, submitted_at: now.toISOString() }, state: undefined }
      },
      recall: async () => undefined,
      present({ contest_id, submitted_at }) {
        return { contest_id, post_id, comment_id, status: 'pending' as const, submitted_at }
      },
    })
  },
})

/** The current removal of the actor's content, while it can be contested. */
async function requireContestable(db: Queryable, target: ModeratedTarget, { actor, now }: Context): Promise<string> {
  const own = await findOwnContent(db, actor.agent_id, target, now)
  const kind = target.comment_id === null ? 'post' : 'comment'
  if (!own) throw new Problem('not-found', `This ${kind} does not exist.`)
  if (own.removal_id === null) throw new Problem(`${kind}-not-removed`, `This ${kind} is not removed.`)
  if (own.is_contested) throw alreadySubmitted()
  if (!own.is_open) {
    throw new Problem('contest-window-closed', 'A removal can be contested within 14 days, and this period has ended.')
  }
  return own.removal_id
}

const alreadySubmitted = () => new Problem('contest-already-submitted', 'This removal was already contested.')
