import {
  findNewestOfNonce,
  insertTransaction,
  listNewestTransactions,
  type TransactionRow,
} from '../../../storage/purchases/chain-transactions.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { lockLeased, type PurchaseLease } from '../../../storage/purchases/settlement-rows.ts'
import { readCount, readReceipt } from '../../chain/read-chain.ts'
import { SECOND } from '../../core/durations.ts'
import { bumped, callOf, readFees } from '../chain/transaction.ts'
import { underWay } from '../pending-outcome.ts'
import type { SettlementParts } from './settlement-parts.ts'
import { broadcast, signTransaction } from './submit-transaction.ts'

/** The state of a purchase's newest transaction. `lost`: its nonce was used for another. */
export type SentTransaction =
  | { is: 'none' | 'waiting' | 'lost' }
  | { is: 'mined'; hash: string; block: number; isReverted: boolean }

/** After this time without being mined, it is replaced with higher fees. */
const BUMP_AFTER_MS = 30 * SECOND

/** Sends unmined transactions again, whatever the state of their purchase: those with higher nonces wait for them. */
export async function resubmit(
  settling: SettlementParts,
  hold: PurchaseLease,
  row: PurchaseRow,
): Promise<SentTransaction> {
  const { db, payments, now } = settling
  const sent = await listNewestTransactions(db, row.id)
  const [newest] = sent
  if (!newest) return { is: 'none' }
  // Counted before receipts are read: everything counted has a receipt.
  const counted = await readCount(payments.rpc, newest.relayer)
  const receipts = await Promise.all(sent.map(({ hash }) => readReceipt(payments.rpc, hash)))
  const mined = sent.find((_, index) => receipts[index] !== undefined)
  const receipt = receipts.find(found => found !== undefined)
  if (mined && receipt) {
    const { blockNumber: block, isReverted } = receipt
    return { is: 'mined', hash: mined.hash, block, isReverted }
  }
  if (counted > newest.nonce) return { is: 'lost' }
  // Nothing is mined before the lowest nonce: the chain may have dropped that transaction, or its process died.
  if (counted < newest.nonce) {
    const blocking = await findNewestOfNonce(db, newest, counted)
    if (blocking !== undefined) await broadcast(settling, blocking)
  }
  await broadcast(settling, newest.raw)
  if (now.getTime() - new Date(newest.created_at).getTime() >= BUMP_AFTER_MS) await bump(settling, hold, newest)
  return { is: 'waiting' }
}

/** The same nonce with higher fees; all variants are stored, since any may be mined. */
async function bump(settling: SettlementParts, hold: PurchaseLease, newest: TransactionRow): Promise<void> {
  const { payments, rail, transaction, now } = settling
  if (newest.relayer !== rail.relayer) return
  const former = { maxFee: BigInt(newest.max_fee), priorityFee: BigInt(newest.priority_fee) }
  const fees = bumped(former, await readFees(payments.rpc))
  if (!fees) return
  const { chain_id, relayer, nonce } = newest
  const raw = await transaction(async ({ db }) => {
    if (!(await lockLeased(db, hold))) throw underWay()
    const signed = await signTransaction(settling, { chainId: chain_id, nonce, ...callOf(newest.raw), ...fees })
    await insertTransaction(db, hold.id, { chain_id, relayer, nonce, ...signed, created_at: now })
    return signed.raw
  })
  await broadcast(settling, raw)
}
