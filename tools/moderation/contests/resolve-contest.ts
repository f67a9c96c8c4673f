import { z } from 'zod'
import { restoreContent } from '../../../storage/content/withdrawals.ts'
import { decideContest, lockContest } from '../../../storage/moderation/contests.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { text, timestamp, uuid } from '../../core/schemas.ts'
import { contentIdsOf, notifyAuthor } from '../content-target.ts'

export const resolveContest = defineOperatorTool({
  name: 'resolve_contest',
  description: 'Decide a contest: upheld keeps the content removed; overturned restores it.',
  role: 'moderator',
  effect: 'write',
  input: z.object({
    contest_id: uuid.describe('id of the contest'),
    outcome: z.enum(['upheld', 'overturned']).describe('the decision on the removal'),
    note: text(2_000).describe('the reason, which the author can read'),
  }),
  output: z.object({
    contest_id: uuid,
    post_id: uuid,
    comment_id: uuid.nullable(),
    outcome: z.string(),
    resolved_at: timestamp,
  }),
  problems: ['not-found', 'contest-already-resolved'],
  handler({ contest_id, outcome, note }, { transaction, now }) {
    return transaction(async scope => {
      const contest = await lockContest(scope.db, contest_id)
      if (!contest) throw new Problem('not-found', 'This contest does not exist.')
      if (contest.outcome) throw new Problem('contest-already-resolved', 'This contest is already decided.')
      await decideContest(scope.db, contest_id, { outcome, note, resolved_at: now })
      notifyAuthor(scope, contest, 'contest_resolved', { contest_id, outcome, note })
      scope.audit({
        action: 'resolve_contest',
        subject: { contest_id, ...contentIdsOf(contest) },
        before: { contest_status: 'pending' },
        after: { contest_status: outcome },
        reason: note,
      })
      if (outcome === 'overturned') await restoreContent(scope.db, contest)
      const { post_id, comment_id } = contest
      return { contest_id, post_id, comment_id, outcome, resolved_at: now.toISOString() }
    })
  },
})
