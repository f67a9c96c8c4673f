import { lockAcquirer } from '../../../storage/entitlements/entitlement-rows.ts'
import { insertPurchasedEntitlement } from '../../../storage/entitlements/purchased-entitlements.ts'
import { lockRight, type PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { markReverted } from '../../../storage/purchases/reverts.ts'
import {
  listParties,
  lockLeased,
  markPurchaseFailed,
  markSettled,
  moveSettled,
  type PurchaseLease,
  recordRefusal,
} from '../../../storage/purchases/settlement-rows.ts'
import type { TransactionScope } from '../../core/context.ts'
import { HOUR, MINUTE } from '../../core/durations.ts'
import { revokeEntitlementAs } from '../../entitlements/revoke.ts'
import { underWay } from '../pending-outcome.ts'
import type { FailureCode } from '../purchase-failures.ts'
import { checkAgainAt, type SettlementParts } from './settlement-parts.ts'

/** Duration of a subscription. */
const SUBSCRIBED_MS = 720 * HOUR

/** The outcome of a payment, if it changed. */
type Outcome = 'settled' | 'undone' | FailureCode | undefined

/** Runs with the row, which the holder has locked until the transaction ends, and counts the outcome. */
async function withHeld(
  { transaction, payments }: SettlementParts,
  hold: PurchaseLease,
  body: (row: PurchaseRow, scope: TransactionScope) => Promise<Outcome>,
): Promise<void> {
  const outcome = await transaction(async scope => {
    const row = await lockLeased(scope.db, hold)
    if (!row) throw underWay()
    return await body(row, scope)
  })
  if (outcome !== undefined) payments.count(outcome)
}

const eventData = ({ payment_hash, service_id, offer_revision_id }: PurchaseRow, more: object) => ({
  actor: { kind: 'platform' as const },
  subject: {},
  excerpt: '',
  data: { payment_hash, service_id, offer_revision_id, ...more },
})

/** Settles a paid purchase, with its order and its entitlement, in one transaction; once. */
export const finalizePaid = (settling: SettlementParts, hold: PurchaseLease, transaction_hash: string): Promise<void> =>
  withHeld(settling, hold, async (row, scope) => {
    if (row.status !== 'settled') return await giveRight(settling, row, { scope, transaction_hash })
    if (row.transaction_hash !== transaction_hash) await moveSettled(scope.db, row.id, transaction_hash)
    return undefined
  })

async function giveRight(
  settling: SettlementParts,
  row: PurchaseRow,
  { scope: { db, emit }, transaction_hash }: { scope: TransactionScope; transaction_hash: string },
): Promise<Outcome> {
  const { newId, now } = settling
  const parties = await listParties(db, row)
  await lockRight(db, row)
  const [order_id, entitlement_id] = [newId(), newId()]
  const isGiven = await insertPurchasedEntitlement(db, {
    ...row,
    id: entitlement_id,
    allowance_id: newId(),
    agent_id: row.buyer_agent_id,
    order_id,
    payment_reference: transaction_hash,
    expires_at: row.pricing_model === 'subscription' ? checkAgainAt(settling, SUBSCRIBED_MS) : null,
    created_at: now,
  })
  const facts = {
    order_id,
    entitlement_id,
    transaction_hash,
    settled_at: now,
    check_at: checkAgainAt(settling, MINUTE),
  }
  await markSettled(db, row.id, facts)
  const { amount, currency, buyer_agent_id, service_id } = row
  const settled = eventData(row, { order_id, payment_reference: transaction_hash, amount, currency })
  for (const agent of parties) emit(agent, 'service.purchase.settled', settled)
  if (isGiven) {
    emit(buyer_agent_id, 'service.entitlement.created', {
      actor: { kind: 'platform' },
      subject: {},
      excerpt: '',
      data: { entitlement_id, service_id },
    })
  }
  return 'settled'
}

/** Notifies its buyer, if it exists. */
async function fail(row: PurchaseRow, { db, emit }: Pick<TransactionScope, 'db' | 'emit'>, code: FailureCode) {
  const parties = await listParties(db, row)
  await markPurchaseFailed(db, row.id, code)
  const { buyer_agent_id } = row
  if (parties.includes(buyer_agent_id)) emit(buyer_agent_id, 'service.purchase.failed', eventData(row, { code }))
  return code
}

/** Fails a purchase that was not paid, and whose authorization can no longer be used, or is rejected permanently. */
export const finalizeFailed = (settling: SettlementParts, hold: PurchaseLease, code: FailureCode): Promise<void> =>
  withHeld(settling, hold, async (row, { db, emit }) => {
    if (row.status !== 'quoted' && row.status !== 'submitted') return undefined
    return await fail(row, { db, emit }, code)
  })

/**
 * Undoes a payment that a reorganization removed and that will not be paid again: its entitlement is revoked, and both
 * parties are notified.
 */
export const finalizeUndone = (settling: SettlementParts, hold: PurchaseLease, code: FailureCode): Promise<void> =>
  withHeld(settling, hold, async (row, scope) => {
    if (row.status !== 'settled') return undefined
    const { db, emit } = scope
    const parties = await listParties(db, row)
    await markPurchaseFailed(db, row.id, code)
    for (const agent of parties) emit(agent, 'service.purchase.failed', eventData(row, { code }))
    const right = await lockAcquirer(db, row.entitlement_id!)
    if (right && right.revoked_at === null) {
      await revokeEntitlementAs(
        scope,
        { id: row.entitlement_id!, ...right },
        { revoked_by: 'operator', revoked_at: settling.now },
      )
    }
    return 'undone'
  })

/** A mined transaction reverted. Permanent rejections fail the purchase; otherwise it may be retried. */
export const finalizeReverted = (
  settling: SettlementParts,
  hold: PurchaseLease,
  { hash, code }: { hash: string; code: FailureCode },
): Promise<void> =>
  withHeld(settling, hold, async (row, { db, emit }) => {
    await markReverted(db, hash, { reverted_at: settling.now, is_payers_revert: true })
    if (row.status !== 'submitted') return undefined
    if (code !== 'PAYEE_BLOCKED' && code !== 'PAYER_BLOCKED') {
      await recordRefusal(db, row.id, code)
      return undefined
    }
    return await fail(row, { db, emit }, code)
  })
