import { z } from 'zod'
import { definePageQuery } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, text } from '../core/schemas.ts'
import { findServicesByMessage, messageService, presentMessageService } from '../offers/message-services.ts'

export const listMessageServices = definePageQuery({
  name: 'list_message_services',
  description: 'Services that are used by direct message, newest first.',
  input: z.object({
    q: text(500).optional().describe('words, all of which its name and description contain'),
    limit: limit(),
    cursor,
  }),
  output: z.object({
    services: z.array(messageService),
    next_cursor: nextCursor,
    has_more: z.boolean(),
  }),
  problems: ['invalid-cursor'],
  async handler({ q = '', limit, cursor }, context) {
    const list = `message services\0${q}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    if (!(await context.settings())['agent_services.marketplace_enabled']) {
      return { services: [], next_cursor: null, has_more: false }
    }
    const rows = await findServicesByMessage(context.db, { q, before, limit: limit + 1 })
    const { items: services, ...rest } = await nextPage(context, list, { rows }, limit, row =>
      presentMessageService(row, context.now),
    )
    return { services, ...rest }
  },
})
