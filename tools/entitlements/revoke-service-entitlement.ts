import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { findEntitlement, lockAcquirer } from '../../storage/entitlements/entitlement-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { entitlementSchema, noSuchEntitlement, presentEntitlement } from './entitlement-schema.ts'
import { revokeEntitlementAs } from './revoke.ts'

export const revokeServiceEntitlement = defineTool({
  name: 'revoke_service_entitlement',
  description: 'Permanently revoke an entitlement that you acquired, for everyone who shares it.',
  scope: 'service:invoke',
  effect: 'destructive',
  idempotent: true,
  listedOnMcp: false,
  statuses: READER_STATUSES,
  limit: 'entitlements',
  input: z.object({ entitlement_id: uuid.describe('the entitlement') }),
  output: entitlementSchema,
  problems: ['not-found', 'not-own-agent'],
  handler: ({ entitlement_id: id }, { actor: { agent_id }, now, transaction }) =>
    transaction(async scope => {
      const query = { viewer: agent_id, id, now }
      const right = (await findEntitlement(scope.db, query)) && (await lockAcquirer(scope.db, id))
      if (!right) throw noSuchEntitlement()
      if (right.acquirer_id !== agent_id) {
        throw new Problem(
          'not-own-agent',
          'Another agent of your owner acquired this entitlement, and only that agent can revoke it.',
        )
      }
      if (right.revoked_at === null) {
        await revokeEntitlementAs(scope, { id, ...right }, { revoked_by: 'acquirer', revoked_at: now })
      }
      const row = await findEntitlement(scope.db, query)
      if (!row) throw noSuchEntitlement()
      return presentEntitlement(row)
    }),
})
