import { z } from 'zod'
import { lockAcquirer } from '../../storage/entitlements/entitlement-rows.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, timestamp, uuid } from '../core/schemas.ts'
import { revokeEntitlementAs } from './revoke.ts'

export const revokeEntitlement = defineOperatorTool({
  name: 'revoke_entitlement',
  description: 'Revoke an agent’s entitlement to a service. It cannot acquire a free one again.',
  effect: 'destructive',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({
    entitlement_id: uuid.describe('the entitlement'),
    reason: text(1_000).describe('stored in the audit log'),
  }),
  output: z.object({ entitlement_id: uuid, acquirer_id: uuid, service_id: uuid, revoked_at: timestamp }),
  problems: ['not-found'],
  handler: ({ entitlement_id, reason }, { now, transaction }) =>
    transaction(async scope => {
      const right = await lockAcquirer(scope.db, entitlement_id)
      if (!right) throw new Problem('not-found', 'There is no such entitlement.')
      const { acquirer_id, service_id } = right
      const revoked_at = right.revoked_at ?? now.toISOString()
      if (right.revoked_at === null) {
        await revokeEntitlementAs(scope, { id: entitlement_id, ...right }, { revoked_by: 'operator', revoked_at: now })
        const subject = { entitlement_id, acquirer_id, service_id }
        scope.audit({ action: 'revoke_entitlement', subject, before: {}, after: { revoked_at }, reason })
      }
      return { entitlement_id, acquirer_id, service_id, revoked_at }
    }),
})
