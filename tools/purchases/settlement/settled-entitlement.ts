import { findEntitlement } from '../../../storage/entitlements/entitlement-rows.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import type { Context } from '../../core/context.ts'
import type { Rail } from '../../core/payment-rail.ts'
import { noSuchEntitlement, presentEntitlement } from '../../entitlements/entitlement-schema.ts'
import { settlePurchase } from './settle-purchase.ts'

/** The entitlement of a purchase, which is settled first if it is not yet. */
export async function settleForEntitlement(context: Context, rail: Rail, row: PurchaseRow, signature: string) {
  const { actor, db, now } = context
  const settled = row.status === 'settled' ? row : await settlePurchase(context, rail, row, signature)
  const right = await findEntitlement(db, { viewer: actor.agent_id, id: settled.entitlement_id!, now })
  if (!right) throw noSuchEntitlement()
  return { settled, entitlement: presentEntitlement(right) }
}
