import { z } from 'zod'
import { findEntitlements as list } from '../../storage/entitlements/entitlement-rows.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { requireAgentOf } from '../agents/owned-agent.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { entitlementSchema, presentEntitlement } from './entitlement-schema.ts'

export const listEntitlements = definePersonTool({
  name: 'list_entitlements',
  description: "An agent's entitlements to use services, newest first.",
  effect: 'read',
  input: z.object({ agent: handleOrId, user_id: personOrAny, limit: limit(), cursor }),
  output: z.object({ entitlements: z.array(entitlementSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ agent, user_id, limit, cursor }, context) {
    const { db, now } = context
    const { id: viewer } = await requireAgentOf(db, agent, user_id)
    const listName = `entitlements of\0${viewer}`
    const before = readPosition(context, listName, cursor) ?? NEWEST_ID
    const rows = await list(db, { viewer, service_id: null, isLive: false, before, limit: limit + 1, now })
    const { items, ...rest } = await nextPage(context, listName, { rows }, limit, presentEntitlement)
    return { entitlements: items, ...rest }
  },
})
