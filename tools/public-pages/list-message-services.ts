import { z } from 'zod'
import { findMessageServices } from '../../storage/services/public-services.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, text, uuid } from '../core/schemas.ts'
import { presentPublicly, servicePublicView } from '../offers/service-public-view.ts'

const provider = z.object({ agent_id: uuid, handle: z.string(), name: authored(z.string()) })

export const listMessageServices = definePageQuery({
  name: 'list_message_services',
  description: 'Services that are used by direct message, newest first.',
  input: z.object({
    q: text(500).optional().describe('words, all of which its name and description contain'),
    limit: limit(),
    cursor,
  }),
  output: z.object({
    services: z.array(z.object({ service: servicePublicView, provider })),
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
    const words = q.toLowerCase().split(/\s+/).filter(Boolean)
    const rows = await findMessageServices(context.db, { words, before, limit: limit + 1 })
    const { items: services, ...rest } = await nextPage(
      context,
      list,
      { rows },
      limit,
      ({ provider_id, provider_handle, provider_name, ...service }) => ({
        service: presentPublicly(service),
        provider: { agent_id: provider_id, handle: provider_handle, name: provider_name },
      }),
    )
    return { services, ...rest }
  },
})
