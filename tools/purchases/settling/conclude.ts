import { insertBought } from '../../../storage/entitlements/bought.ts'
import { lockAcquirer } from '../../../storage/entitlements/entitlements.ts'
import { lockRight, type PurchaseRow } from '../../../storage/purchases/purchases.ts'
import { markReverted } from '../../../storage/purchases/reverts.ts'
import {
  type Hold,
  listParties,
  lockHeld,
  markFailed,
  markSettled,
  moveSettled,
  noteRefusal,
} from '../../../storage/purchases/settling.ts'
import { revoke } from '../../entitlements/revoking.ts'
import type { TransactionScope } from '../../kernel/context.ts'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import type { FailureCode } from '../failures.ts'
import { underWay } from '../pending.ts'
import { later, type Settling } from './settling.ts'

/** How long a subscription lasts. */
const SUBSCRIBED_MS = 720 * HOUR

/** What became of a payment, where something did. */
type Outcome = 'settled' | 'undone' | FailureCode | undefined

/** Runs on the row, which is the holder's until the transaction ends, and counts what came of it. */
async function withHeld(
  { transaction, payments }: Settling,
  hold: Hold,
  body: (row: PurchaseRow, scope: TransactionScope) => Promise<Outcome>,
): Promise<void> {
  const outcome = await transaction(async scope => {
    const row = await lockHeld(scope.db, hold)
    if (!row) throw underWay()
    return await body(row, scope)
  })
  if (outcome !== undefined) payments.count(outcome)
}

const told = ({ payment_hash, service_id, offer_revision_id }: PurchaseRow, more: object) => ({
  actor: { kind: 'platform' as const },
  subject: {},
  excerpt: '',
  data: { payment_hash, service_id, offer_revision_id, ...more },
})

/** It is paid, and so it is settled, with its order and its right, in one transaction; once. */
export const concludePaid = (settling: Settling, hold: Hold, transaction_hash: string): Promise<void> =>
  withHeld(settling, hold, async (row, scope) => {
    if (row.status !== 'settled') return await giveRight(settling, row, { scope, transaction_hash })
    if (row.transaction_hash !== transaction_hash) await moveSettled(scope.db, row.id, transaction_hash)
    return undefined
  })

async function giveRight(
  settling: Settling,
  row: PurchaseRow,
  { scope: { db, emit }, transaction_hash }: { scope: TransactionScope; transaction_hash: string },
): Promise<Outcome> {
  const { newId, now } = settling
  const parties = await listParties(db, row)
  await lockRight(db, row)
  const [order_id, entitlement_id] = [newId(), newId()]
  const isGiven = await insertBought(db, {
    ...row,
    id: entitlement_id,
    allowance_id: newId(),
    agent_id: row.buyer_agent_id,
    order_id,
    payment_reference: transaction_hash,
    expires_at: row.pricing_model === 'subscription' ? later(settling, SUBSCRIBED_MS) : null,
    created_at: now,
  })
  const facts = { order_id, entitlement_id, transaction_hash, settled_at: now, look_at: later(settling, MINUTE) }
  await markSettled(db, row.id, facts)
  const { amount, currency, buyer_agent_id, service_id } = row
  const settled = told(row, { order_id, payment_reference: transaction_hash, amount, currency })
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

/** Its buyer is told, where it is there. */
async function fail(row: PurchaseRow, { db, emit }: Pick<TransactionScope, 'db' | 'emit'>, code: FailureCode) {
  const parties = await listParties(db, row)
  await markFailed(db, row.id, code)
  const { buyer_agent_id } = row
  if (parties.includes(buyer_agent_id)) emit(buyer_agent_id, 'service.purchase.failed', told(row, { code }))
  return code
}

/** It was not paid, and what the payer signed cannot pay it any more, or is refused for good. */
export const concludeFailed = (settling: Settling, hold: Hold, code: FailureCode): Promise<void> =>
  withHeld(settling, hold, async (row, { db, emit }) => {
    if (row.status !== 'quoted' && row.status !== 'submitted') return undefined
    return await fail(row, { db, emit }, code)
  })

/** A reorganisation undid what had been paid, and it will not be paid again: its right ends, and who was told of it is told. */
export const concludeUndone = (settling: Settling, hold: Hold, code: FailureCode): Promise<void> =>
  withHeld(settling, hold, async (row, scope) => {
    if (row.status !== 'settled') return undefined
    const { db, emit } = scope
    const parties = await listParties(db, row)
    await markFailed(db, row.id, code)
    for (const agent of parties) emit(agent, 'service.purchase.failed', told(row, { code }))
    const right = await lockAcquirer(db, row.entitlement_id!)
    if (right && right.revoked_at === null) {
      await revoke(scope, { id: row.entitlement_id!, ...right }, { revoked_by: 'operator', revoked_at: settling.now })
    }
    return 'undone'
  })

/** A transaction is in a block and moved nothing. What is refused for good fails; the rest may be tried again. */
export const concludeReverted = (
  settling: Settling,
  hold: Hold,
  { hash, code }: { hash: string; code: FailureCode },
): Promise<void> =>
  withHeld(settling, hold, async (row, { db, emit }) => {
    await markReverted(db, hash, { reverted_at: settling.now, is_payers_revert: true })
    if (row.status !== 'submitted') return undefined
    if (code !== 'PAYEE_BLOCKED' && code !== 'PAYER_BLOCKED') {
      await noteRefusal(db, row.id, code)
      return undefined
    }
    return await fail(row, { db, emit }, code)
  })
