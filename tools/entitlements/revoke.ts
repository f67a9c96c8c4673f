import { revokeEntitlementRow } from '../../storage/entitlements/entitlement-rows.ts'
import type { TransactionScope } from '../core/context.ts'

/** Revokes an entitlement that the caller has locked; its acquirer is notified. */
export async function revokeEntitlementAs(
  { db, emit }: Pick<TransactionScope, 'db' | 'emit'>,
  { id, acquirer_id, service_id }: { id: string; acquirer_id: string; service_id: string },
  { revoked_by, revoked_at }: { revoked_by: 'acquirer' | 'operator'; revoked_at: Date },
): Promise<void> {
  await revokeEntitlementRow(db, { id, revoked_by, revoked_at })
  emit(acquirer_id, 'service.entitlement.revoked', {
    actor: { kind: 'platform' },
    subject: {},
    excerpt: '',
    data: { entitlement_id: id, service_id, revoked_by },
  })
}
