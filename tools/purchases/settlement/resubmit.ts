import {
  findNewestOfNonce,
  insertTransaction,
  listNewestTransactions,
  type TransactionRow,
} from '../../../storage/purchases/chain-transactions.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { lockLeased, type PurchaseLease } from '../../../storage/purchases/settlement-rows.ts'
import { SECOND } from '../../core/durations.ts'
import { readCount, readReceipt } from '../chain/read-chain.ts'
import { bumped, callOf, readFees } from '../chain/transaction.ts'
import { underWay } from '../pending-outcome.ts'
import type { SettlementParts } from './settlement-parts.ts'
import { broadcast, signTransaction } from './submit-transaction.ts'

/** How the newest transaction of a purchase stands. `lost`: its number was used for another. */
export type SentTransaction =
  | { is: 'none' | 'waiting' | 'lost' }
  | { is: 'mined'; hash: string; block: number; isReverted: boolean }

/** After so long without a block another is sent in its place, for more. */
const BUMP_AFTER_MS = 30 * SECOND

/** Sends again what is in no block, whatever became of its purchase: what comes after it waits for its number. */
export async function resubmit(
  settling: SettlementParts,
  hold: PurchaseLease,
  row: PurchaseRow,
): Promise<SentTransaction> {
  const { db, payments, now } = settling
  const sent = await listNewestTransactions(db, row.id)
  const [newest] = sent
  if (!newest) return { is: 'none' }
  // Counted before the receipts are read: what was counted has one.
  const counted = await readCount(payments.rpc, newest.relayer)
  const receipts = await Promise.all(sent.map(({ hash }) => readReceipt(payments.rpc, hash)))
  const mined = sent.find((_, place) => receipts[place] !== undefined)
  const receipt = receipts.find(found => found !== undefined)
  if (mined && receipt) {
    const { blockNumber: block, isReverted } = receipt
    return { is: 'mined', hash: mined.hash, block, isReverted }
  }
  if (counted > newest.nonce) return { is: 'lost' }
  // Nothing of the relayer is mined before that of the lowest number: the chain may have dropped it, or its process died.
  if (counted < newest.nonce) {
    const blocking = await findNewestOfNonce(db, newest, counted)
    if (blocking !== undefined) await broadcast(settling, blocking)
  }
  await broadcast(settling, newest.raw)
  if (now.getTime() - new Date(newest.created_at).getTime() >= BUMP_AFTER_MS) await bump(settling, hold, newest)
  return { is: 'waiting' }
}

/** The same number for more; all that had it are kept, as any may be in a block. */
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
