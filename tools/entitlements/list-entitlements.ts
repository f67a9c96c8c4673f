import { z } from 'zod'
import { listEntitlements as list } from '../../storage/entitlements/entitlements.ts'
import { agentReference } from '../agents/identifier.ts'
import { requireNamedAgent } from '../agents/named-agent.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { entitlement, presentEntitlement } from './entitlement.ts'

export const listEntitlements = defineOperatorTool({
  name: 'list_entitlements',
  description: 'The rights to use services that an agent has, the newest first.',
  effect: 'read',
  input: z.object({ agent: agentReference, limit: limit(), cursor }),
  output: z.object({ entitlements: z.array(entitlement), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ agent, limit, cursor }, context) {
    const { db, now } = context
    const { id: viewer } = await requireNamedAgent(db, agent)
    const place = `entitlements of\0${viewer}`
    const before = readPlace(context, place, cursor) ?? NEWEST
    const rows = await list(db, { viewer, service_id: null, isLive: false, before, limit: limit + 1, now })
    const { items, ...rest } = await nextPage(context, place, { rows }, limit, presentEntitlement)
    return { entitlements: items, ...rest }
  },
})
