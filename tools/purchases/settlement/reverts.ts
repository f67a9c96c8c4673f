import type { Queryable } from '../../../storage/db/db.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { countReverts, findBuyerRecord, lockContractPayments } from '../../../storage/purchases/reverts.ts'
import { DAY, HOUR, SECOND } from '../../core/durations.ts'
import { Problem } from '../../core/problems/problem.ts'
import { readSettings } from '../../core/setting-values.ts'
import type { SettlementParts } from './settlement-parts.ts'

/**
 * The relayer pays the gas of reverted transactions. A payer with a key must spend gas of its own to cause a revert
 * between simulation and mining; a contract can pass every simulation and revert in every block for free. Therefore
 * each buyer and payer may have a few reverts a day, and all contracts together as many as the operator allows: beyond
 * that they can pay only for known agents, and at five times as many for none. Unconfirmed transactions count as if
 * they had reverted.
 */

const OWN_REVERTS = 3
const FOR_NOBODY = 5
const KNOWN_TIER = 2
const KNOWN_MS = 7 * DAY
/** Usual time until a payment is mined. */
const PENDING_SECONDS = 15

const since = ({ now }: Pick<SettlementParts, 'now'>) => new Date(now.getTime() - DAY)

const refused = (detail: string, members: { retryable: boolean; retry_after_seconds: number; hint?: string }) =>
  new Problem('rate-limited', detail, { bucket: 'purchases', party: 'payer', ...members })

/** PURCHASE-40. */
export async function requireFewReverts(
  settling: Pick<SettlementParts, 'db' | 'now'>,
  row: PurchaseRow,
): Promise<void> {
  const { own } = await countReverts(settling.db, row, since(settling))
  if (own < OWN_REVERTS) return
  throw refused('Too many payments by you, or by this payer, failed on the chain today.', {
    retryable: false,
    retry_after_seconds: DAY / SECOND,
  })
}

/** PURCHASE-57, for a payer that is a contract; in the transaction that records the payment. */
export async function requireContractAllowance(db: Queryable, row: PurchaseRow, { now }: Pick<SettlementParts, 'now'>) {
  await lockContractPayments(db)
  const { own, all, own_pending, all_pending } = await countReverts(db, row, since({ now }))
  if (own + own_pending >= OWN_REVERTS) {
    throw refused('Other payments by this contract, or by your contracts, are not confirmed yet.', {
      retryable: true,
      retry_after_seconds: PENDING_SECONDS,
    })
  }
  const { 'payments.reverts_per_day': allowed } = await readSettings(db)
  const used = all + all_pending
  if (used < allowed || (used < allowed * FOR_NOBODY && (await isKnown(db, row, now)))) return
  throw refused('Too many contract payments failed on the chain today.', {
    retryable: true,
    retry_after_seconds: HOUR / SECOND,
    hint:
      'Pay from an account with a key. Agents with agency tier 2, or enrolled for 7 days, can pay with a contract ' +
      'under a higher limit.',
  })
}

async function isKnown(db: Queryable, { buyer_agent_id }: PurchaseRow, now: Date): Promise<boolean> {
  const record = await findBuyerRecord(db, buyer_agent_id)
  if (!record) return false
  return record.agency_tier >= KNOWN_TIER || Date.parse(record.created_at) <= now.getTime() - KNOWN_MS
}
