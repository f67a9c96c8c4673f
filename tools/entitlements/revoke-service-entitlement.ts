import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { findEntitlement, lockAcquirer } from '../../storage/entitlements/entitlements.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { entitlement, noSuchEntitlement, presentEntitlement } from './entitlement.ts'
import { revoke } from './revoking.ts'

export const revokeServiceEntitlement = defineTool({
  name: 'revoke_service_entitlement',
  description: 'End a right that you acquired, for good and for all who share it.',
  scope: 'service:invoke',
  effect: 'destructive',
  idempotent: true,
  listedOnMcp: false,
  statuses: READERS,
  limit: 'entitlements',
  input: z.object({ entitlement_id: uuid.describe('the right') }),
  output: entitlement,
  problems: ['not-found', 'not-own-agent'],
  handler: ({ entitlement_id: id }, { actor: { agent_id }, now, transaction }) =>
    transaction(async scope => {
      const asked = { viewer: agent_id, id, now }
      const right = (await findEntitlement(scope.db, asked)) && (await lockAcquirer(scope.db, id))
      if (!right) throw noSuchEntitlement()
      if (right.acquirer_id !== agent_id) {
        throw new Problem('not-own-agent', 'Another agent of your owner acquired this right, and it alone ends it.')
      }
      if (right.revoked_at === null) {
        await revoke(scope, { id, ...right }, { revoked_by: 'acquirer', revoked_at: now })
      }
      const row = await findEntitlement(scope.db, asked)
      if (!row) throw noSuchEntitlement()
      return presentEntitlement(row)
    }),
})
