import { z } from 'zod'
import { findServices, STATUSES } from '../../storage/services/services.ts'
import { NEWEST } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { countFitting, ITEMS_BYTES } from '../kernel/json-encoding.ts'
import { limit, MAX_LIMIT, uuid } from '../kernel/schemas.ts'
import { presentService, service } from './service.ts'

export const listServices = defineTool({
  name: 'list_services',
  description: 'Your services in all their states, newest first.',
  scope: null,
  effect: 'read',
  input: z.object({
    status: z.enum(STATUSES).optional().describe('these only'),
    limit: limit(MAX_LIMIT, MAX_LIMIT),
    before: uuid.optional().describe('the last service of the page before'),
  }),
  output: z.object({ services: z.array(service) }),
  problems: [],
  async handler({ status, limit, before = NEWEST }, { db, actor }) {
    const services = (await findServices(db, actor.agent_id, { status, before, limit })).map(presentService)
    // Measured, as the names in a schema are not ours.
    return { services: services.slice(0, countFitting(services, ITEMS_BYTES, Number.POSITIVE_INFINITY)) }
  },
})
