import { z } from 'zod'
import { listEntitlements as list } from '../../storage/entitlements/entitlements.ts'
import { agentReference } from '../agents/identifier.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { definePersonTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { requireAgentOf } from '../owners/owned-agent.ts'
import { personOrAny } from '../ownership/person.ts'
import { entitlement, presentEntitlement } from './entitlement.ts'

export const listEntitlements = definePersonTool({
  name: 'list_entitlements',
  description: 'The rights to use services that an agent has, the newest first.',
  effect: 'read',
  input: z.object({ agent: agentReference, user_id: personOrAny, limit: limit(), cursor }),
  output: z.object({ entitlements: z.array(entitlement), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ agent, user_id, limit, cursor }, context) {
    const { db, now } = context
    const { id: viewer } = await requireAgentOf(db, agent, user_id)
    const place = `entitlements of\0${viewer}`
    const before = readPlace(context, place, cursor) ?? NEWEST
    const rows = await list(db, { viewer, service_id: null, isLive: false, before, limit: limit + 1, now })
    const { items, ...rest } = await nextPage(context, place, { rows }, limit, presentEntitlement)
    return { entitlements: items, ...rest }
  },
})
