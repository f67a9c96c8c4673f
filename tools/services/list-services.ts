import { z } from 'zod'
import { findServices, SERVICE_STATUSES } from '../../storage/services/service-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { countFitting, ITEMS_BYTES } from '../core/json-encoding.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { limit, MAX_LIMIT, uuid } from '../core/schemas.ts'
import { presentService, serviceSchema } from './service-schema.ts'

export const listServices = defineTool({
  name: 'list_services',
  description: 'Your services in all states, newest first.',
  scope: null,
  effect: 'read',
  input: z.object({
    status: z.enum(SERVICE_STATUSES).optional().describe('these only'),
    limit: limit(MAX_LIMIT, MAX_LIMIT),
    before: uuid.optional().describe('the last service of the previous page'),
  }),
  output: z.object({ services: z.array(serviceSchema) }),
  problems: [],
  async handler({ status, limit, before = NEWEST_ID }, { db, actor }) {
    const services = (await findServices(db, actor.agent_id, { status, before, limit })).map(presentService)
    // Measured, since the names in a schema can be of any length.
    return { services: services.slice(0, countFitting(services, ITEMS_BYTES, Number.POSITIVE_INFINITY)) }
  },
})
