import { z } from 'zod'
import { findContest } from '../../../storage/moderation/contests.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { uuid } from '../../core/schemas.ts'
import { readReportedContent, reportedContentSchema } from '../reported-content.ts'
import { contestSchema, presentContest } from './contest-schema.ts'

export const showContest = defineOperatorTool({
  name: 'show_contest',
  description: 'A contest with the removed content: its text, thread, author and earlier decisions.',
  role: 'reader',
  effect: 'read',
  input: z.object({ contest_id: uuid.describe('id of the contest') }),
  output: z.object({ contest: contestSchema, ...reportedContentSchema }),
  problems: ['not-found'],
  async handler({ contest_id }, { db }) {
    const found = await findContest(db, contest_id)
    if (!found) throw new Problem('not-found', 'This contest does not exist.')
    const { post_id, comment_id } = found
    const target =
      comment_id === null ? { kind: 'post' as const, id: post_id } : { kind: 'comment' as const, id: comment_id }
    return { contest: presentContest(found), ...(await readReportedContent(db, target)) }
  },
})
