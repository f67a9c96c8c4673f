import { isTransactionOf } from '../../../storage/purchases/chain-transactions.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { markReverted } from '../../../storage/purchases/reverts.ts'
import {
  findPurchaseById,
  markLapsed,
  type PurchaseLease,
  scheduleCheck,
} from '../../../storage/purchases/settlement-rows.ts'
import { MINUTE, SECOND } from '../../core/durations.ts'
import { type AuthorizationState, readAuthorizationState } from '../chain/authorization-state.ts'
import { obstacleTo, readTokenState } from '../chain/simulate.ts'
import { authorizationNonceOf } from '../chain/transfer-authorization.ts'
import type { FailureCode } from '../purchase-failures.ts'
import { finalizeFailed, finalizePaid, finalizeReverted, finalizeUndone } from './finalize.ts'
import { resubmit, type SentTransaction } from './resubmit.ts'
import { checkAgainAt, type SettlementParts } from './settlement-parts.ts'
import { broadcast, recordTransaction, simulateSettlement } from './submit-transaction.ts'

/** The new state of a purchase. */
export interface StepResult {
  row: PurchaseRow
  /** The authorization is unused, and still valid. */
  isOpen: boolean
}

const SOON_MS = 5 * SECOND
/** While a reorganization may undo it. */
const WATCH_MS = MINUTE

/** Checks a purchase on the chain once, and applies the result. The caller has claimed it. */
export async function stepSettlement(
  settling: SettlementParts,
  hold: PurchaseLease,
  before: PurchaseRow,
): Promise<StepResult> {
  const { db } = settling
  const verdict = await readVerdict(settling, before)
  const sent = await follow(settling, hold, { row: before, verdict })
  const row = (await findPurchaseById(db, hold.id))!
  await scheduleCheck(db, hold, nextLook(settling, row, { verdict, sent }))
  return { row, isOpen: verdict.is === 'open' }
}

/**
 * The nonce of a quote says what a payment is for, whoever executes it. One of a client of x402 says nothing, so its
 * payment is for this purchase only if this server executed it: it may have bought something else too (PURCHASE-67).
 */
async function readVerdict({ db, payments }: SettlementParts, row: PurchaseRow): Promise<AuthorizationState> {
  const verdict = await readAuthorizationState(payments.rpc, row, payments.confirmations)
  if (verdict.is !== 'paid' || row.nonce === authorizationNonceOf(row)) return verdict
  return (await isTransactionOf(db, row.id, verdict.transaction_hash)) ? verdict : { ...verdict, is: 'spent' }
}

interface Seen {
  row: PurchaseRow
  verdict: AuthorizationState
}

async function follow(
  settling: SettlementParts,
  hold: PurchaseLease,
  { row, verdict }: Seen,
): Promise<SentTransaction['is']> {
  if (verdict.is === 'paid' && verdict.isConfirmed) await finalizePaid(settling, hold, verdict.transaction_hash)
  if (verdict.is === 'spent' && verdict.isConfirmed)
    await endUnpaid(settling, hold, { row, code: 'AUTHORIZATION_CANCELED', verdict })
  if (verdict.is === 'lapsed') await endUnpaid(settling, hold, { row, code: 'QUOTE_EXPIRED', verdict })
  if (verdict.is === 'untold')
    settling.log.warn('the node reports that a payment was executed, but not in which transaction')
  const sent = await resubmit(settling, hold, row)
  if (sent.is === 'mined' && sent.isReverted && (verdict.is === 'paid' || verdict.is === 'spent')) {
    // The payer canceled it in the meantime, or somebody else executed it, which is nobody's fault.
    const reverted = { reverted_at: settling.now, is_payers_revert: verdict.is === 'spent' }
    await markReverted(settling.db, sent.hash, reverted)
  }
  if (verdict.is !== 'open' || (row.status !== 'submitted' && row.status !== 'settled')) return sent.is
  // It may have been executed in a block after the one that was checked.
  if (sent.is === 'mined' && sent.block <= verdict.head) await revert(settling, hold, { row, hash: sent.hash })
  if (sent.is === 'lost') await submitAnew(settling, hold, row)
  return sent.is
}

/** Nobody can execute it any more. A settled one is undone if that is final. */
async function endUnpaid(
  settling: SettlementParts,
  hold: PurchaseLease,
  {
    row,
    code,
    verdict,
  }: { row: PurchaseRow; code: FailureCode; verdict: { is: 'spent' | 'lapsed'; isFinal: boolean } },
): Promise<void> {
  if (row.status === 'settled') {
    if (verdict.isFinal) await finalizeUndone(settling, hold, code)
    return
  }
  const noted = verdict.is === 'lapsed' ? (row.failure_code as FailureCode | null) : null
  if (row.status === 'submitted' || verdict.is === 'spent') await finalizeFailed(settling, hold, noted ?? code)
  await markLapsed(settling.db, row.id)
}

/** One of its transactions was mined, but its authorization is unused. */
async function revert(
  settling: SettlementParts,
  hold: PurchaseLease,
  { row, hash }: { row: PurchaseRow; hash: string },
) {
  // Reported only once.
  if (row.failure_code !== null) return
  const code = obstacleTo(await readTokenState(settling.payments.rpc, row, settling.rail), row) ?? 'RAIL_UNAVAILABLE'
  await finalizeReverted(settling, hold, { hash, code })
}

/** Its nonce was used elsewhere: it gets another. The authorization is the same, and pays once. */
async function submitAnew(settling: SettlementParts, hold: PurchaseLease, row: PurchaseRow): Promise<void> {
  if (row.signature === null) return
  const tried = await simulateSettlement(settling, row, row.signature)
  if (!tried) return
  const signed = { ...tried, isContract: row.is_payer_contract }
  await broadcast(settling, await recordTransaction(settling, hold, signed, async () => {}))
}

function nextLook(
  settling: SettlementParts,
  { status, valid_before }: PurchaseRow,
  { verdict, sent }: { verdict: AuthorizationState; sent: SentTransaction['is'] },
): Date | null {
  const soon = checkAgainAt(settling, SOON_MS)
  if (verdict.is === 'open' && status === 'quoted' && new Date(valid_before) > soon) return new Date(valid_before)
  if (verdict.is === 'open' && status === 'failed') return checkAgainAt(settling, WATCH_MS)
  if (sent === 'waiting' || status === 'submitted' || !('isFinal' in verdict)) return soon
  if ('isConfirmed' in verdict && !verdict.isConfirmed) return soon
  return verdict.isFinal ? null : checkAgainAt(settling, WATCH_MS)
}
