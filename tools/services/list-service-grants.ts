import { z } from 'zod'
import { findGrants } from '../../storage/services/grants.ts'
import { findService } from '../../storage/services/services.ts'
import { nextPage, OLDEST, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { grant, presentGrant } from './grant.ts'
import { noSuchService, serviceId } from './service.ts'

export const listServiceGrants = defineTool({
  name: 'list_service_grants',
  description: 'Which agents you let use a gated service of yours.',
  scope: null,
  effect: 'read',
  input: z.object({ service_id: serviceId, limit: limit(), cursor }),
  output: z.object({ grants: z.array(grant), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ service_id, ...given }, context) {
    const { db, actor } = context
    const list = `service grants ${service_id}`
    const after = readPlace(context, list, given.cursor) ?? OLDEST
    if (!(await findService(db, actor.agent_id, service_id))) throw noSuchService()
    const rows = await findGrants(db, actor.agent_id, { service_id, after, limit: given.limit + 1 })
    const { items: grants, ...rest } = await nextPage(context, list, { rows }, given.limit, presentGrant)
    return { grants, ...rest }
  },
})
