import { z } from 'zod'
import { findEntitlements } from '../../storage/entitlements/entitlement-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { entitlementSchema, presentEntitlement } from './entitlement-schema.ts'

export const listServiceEntitlements = defineTool({
  name: 'list_service_entitlements',
  description: 'Your entitlements to use services, newest first.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({
    service_id: uuid.optional().describe('of one service'),
    live: z.boolean().default(false).describe('not revoked, expired or used up'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ entitlements: z.array(entitlementSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler({ service_id = null, live, limit, cursor }, context) {
    const list = `entitlements\0${service_id}\0${live}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const { db, actor, now } = context
    const query = { viewer: actor.agent_id, service_id, isLive: live, before, limit: limit + 1, now }
    const rows = await findEntitlements(db, query)
    const { items, ...rest } = await nextPage(context, list, { rows }, limit, presentEntitlement)
    return { entitlements: items, ...rest }
  },
})
