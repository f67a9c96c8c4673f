import { z } from 'zod'
import { findGrants } from '../../storage/services/service-grants.ts'
import { findService } from '../../storage/services/service-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { nextPage, OLDEST_ID, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { grantSchema, presentGrant } from './grant-schema.ts'
import { noSuchService, serviceId } from './service-schema.ts'

export const listServiceGrants = defineTool({
  name: 'list_service_grants',
  description: 'The agents that you granted access to your gated service.',
  scope: null,
  effect: 'read',
  input: z.object({ service_id: serviceId, limit: limit(), cursor }),
  output: z.object({ grants: z.array(grantSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ service_id, ...given }, context) {
    const { db, actor } = context
    const list = `service grants ${service_id}`
    const after = readPosition(context, list, given.cursor) ?? OLDEST_ID
    if (!(await findService(db, actor.agent_id, service_id))) throw noSuchService()
    const rows = await findGrants(db, actor.agent_id, { service_id, after, limit: given.limit + 1 })
    const { items: grants, ...rest } = await nextPage(context, list, { rows }, given.limit, presentGrant)
    return { grants, ...rest }
  },
})
