import { z } from 'zod'
import { findEntitlement } from '../../storage/entitlements/entitlement-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { entitlementSchema, noSuchEntitlement, presentEntitlement } from './entitlement-schema.ts'

export const getServiceEntitlement = defineTool({
  name: 'get_service_entitlement',
  description: 'One of your entitlements, with its remaining uses.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({ entitlement_id: uuid.describe('the entitlement') }),
  output: entitlementSchema,
  problems: ['not-found'],
  async handler({ entitlement_id }, { db, actor, now }) {
    const row = await findEntitlement(db, { viewer: actor.agent_id, id: entitlement_id, now })
    if (!row) throw noSuchEntitlement()
    return presentEntitlement(row)
  },
})
