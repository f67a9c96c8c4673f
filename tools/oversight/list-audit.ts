import { z } from 'zod'
import { listAuditRows as findAudit } from '../../storage/oversight/audit-log.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'

const members = z.record(z.string(), z.unknown())

const change = z.object({
  id: uuid,
  created_at: timestamp,
  actor: z.string(),
  actor_name: z.string().nullable().describe('of a person'),
  action: z.string(),
  subject: members,
  before: members,
  after: members,
  reason: z.string().nullable(),
})

export const listAudit = defineOperatorTool({
  name: 'list_audit',
  description: 'Changes by people and operators, with old and new values, newest first.',
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ changes: z.array(change), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const before = readPosition(context, 'audit', cursor) ?? NEWEST_ID
    const rows = await findAudit(context.db, before, limit + 1)
    const { items, next_cursor } = await nextPage(
      context,
      'audit',
      { rows },
      limit,
      row => row as z.input<typeof change>,
    )
    return { changes: items, next_cursor }
  },
})
