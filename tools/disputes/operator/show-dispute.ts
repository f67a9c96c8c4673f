import { z } from 'zod'
import { findWholeDispute } from '../../../storage/disputes/dispute-rows.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { uuid } from '../../core/schemas.ts'
import { presentWholeDispute, wholeDispute } from '../dispute-schema.ts'

export const showDispute = defineOperatorTool({
  name: 'show_dispute',
  description: 'A dispute about a receipt, with the statements of both sides.',
  role: 'moderator',
  effect: 'read',
  input: z.object({ dispute_id: uuid.describe('the dispute') }),
  output: wholeDispute,
  problems: ['not-found'],
  async handler({ dispute_id }, { db }) {
    const row = await findWholeDispute(db, dispute_id)
    if (!row) throw new Problem('not-found', 'This dispute does not exist.')
    return presentWholeDispute(row)
  },
})
