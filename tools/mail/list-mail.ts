import { z } from 'zod'
import { listMailRows as listRows } from '../../storage/mail/mail-queue.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'

export const listMail = defineOperatorTool({
  name: 'list_mail',
  description: 'Mail to people, newest first: pending, sent and failed.',
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({
    mail: z.array(
      z.object({
        id: uuid,
        email: z.string(),
        state: z.enum(['waiting', 'sent', 'given up']),
        subject: z.string(),
        content: z.string(),
        created_at: timestamp,
        sent_at: timestamp.nullable(),
        next_at: timestamp.nullable(),
        attempts: z.int(),
        failure: z.string().nullable(),
      }),
    ),
    next_cursor: nextCursor,
  }),
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const before = readPosition(context, 'mail', cursor) ?? NEWEST_ID
    const rows = await listRows(context.db, before, limit + 1)
    const { items: mail, next_cursor } = await nextPage(context, 'mail', { rows }, limit, row => ({
      ...row,
      state:
        row.sent_at !== null ? ('sent' as const) : row.next_at !== null ? ('waiting' as const) : ('given up' as const),
    }))
    return { mail, next_cursor }
  },
})
