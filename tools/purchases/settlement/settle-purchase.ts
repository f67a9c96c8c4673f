import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../../storage/db/db.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { findPurchaseById, type PurchaseLease } from '../../../storage/purchases/settlement-rows.ts'
import type { Context } from '../../core/context.ts'
import { SECOND } from '../../core/durations.ts'
import type { Rail } from '../../core/payment-rail.ts'
import { Problem } from '../../core/problems/problem.ts'
import { askAgain } from '../../offers/usable-offer.ts'
import { atomsOf } from '../../wallet/amounts.ts'
import { railUnavailable } from '../../wallet/wallet-schema.ts'
import { readSignature } from '../chain/payer-signature.ts'
import { obstacleTo, readTokenState, type TokenState } from '../chain/simulate.ts'
import { underWay } from '../pending-outcome.ts'
import { type FailureCode, purchaseRefusal, refusePurchase } from '../purchase-failures.ts'
import { SETTLED_BEFORE_MS } from '../purchase-schema.ts'
import { requirePurchasable } from '../quotable.ts'
import { clockFrom, whileHeld } from './hold.ts'
import { requireContractAllowance, requireFewReverts } from './reverts.ts'
import { isNodeUnavailable, type SettlementParts } from './settlement-parts.ts'
import { type StepResult, stepSettlement } from './step.ts'
import { broadcast, recordTransaction, type SimulatedCall, simulateSettlement } from './submit-transaction.ts'

const WAIT_MS = 15 * SECOND
const POLL_MS = SECOND / 4
/** Some chains mine immediately. */
const FIRST_POLL_MS = SECOND / 20

/**
 * Settles a purchase, or learns its outcome: returns the settled row, otherwise throws its problem. While another call
 * or the job is working on it, the call waits for the result, and takes over if there is none.
 *
 * States: quoted, submitted (a transaction is recorded and may be sent), settled, failed. Invariants: only the holder
 * of the claim advances a purchase; a transaction is recorded before it is sent; an authorization pays at most once,
 * because all attempts have the same nonce.
 */
export async function settlePurchase(
  context: Context,
  rail: Rail,
  { id }: PurchaseRow,
  signature: string,
): Promise<PurchaseRow> {
  const { db, now, newId, monotonic, transaction, log, payments } = context
  const until = monotonic() + WAIT_MS
  const clock = clockFrom(context)
  const calling = { db, now, newId, monotonic, transaction, log, payments, rail, context, until }
  try {
    for (let ms = FIRST_POLL_MS; ; ms = POLL_MS) {
      const done = await whileHeld({ db, newId, clock }, id, hold => settleHeld(calling, hold, signature))
      if (done) return done.result
      await waitFor(calling, ms)
      const row = (await findPurchaseById(db, id))!
      if (row.status === 'settled') return row
      if (row.status === 'failed') throw purchaseRefusal(row.failure_code as FailureCode)
    }
  } catch (error) {
    return await settledOr(db, id, error)
  }
}

/** Throws `settlement-pending` once the time of the call is over, or the client has disconnected. */
async function waitFor({ context, until }: Calling, ms: number): Promise<void> {
  const { monotonic, yieldSlot } = context
  if (monotonic() >= until) throw underWay()
  const pause = (whenGone: WhenGone) => pauseFor(ms, whenGone)
  const isGone = yieldSlot ? await yieldSlot(pause) : await pause(() => () => {})
  if (isGone) throw underWay()
}

/**
 * The other process may have settled it. A recorded transaction may be on its way, whether or not the chain responds.
 */
async function settledOr(db: Queryable, id: string, refused: unknown): Promise<PurchaseRow> {
  const row = await findPurchaseById(db, id)
  if (row?.status === 'settled') return row
  if (!isNodeUnavailable(refused)) throw refused
  throw row?.status === 'submitted' && row.failure_code === null ? underWay() : railUnavailable()
}

type Calling = SettlementParts & { context: Context; until: number }

async function settleHeld(calling: Calling, hold: PurchaseLease, signature: string): Promise<PurchaseRow> {
  const { db, rail } = calling
  const before = (await findPurchaseById(db, hold.id))!
  if (before.status === 'settled') return before
  if (before.chain_id !== rail.chain_id || before.asset !== rail.asset) throw purchaseRefusal('QUOTE_EXPIRED')
  const { row, isOpen } = await learn(calling, hold, before)
  if (row.status === 'settled') return row
  const isToSubmit = row.status === 'quoted' || row.failure_code !== null
  if (isOpen && isToSubmit) {
    const refused = await submit(calling, hold, { row, signature }).catch(asRefused)
    // Somebody may have executed it in the meantime, which is why it is rejected.
    if (refused && (await learn(calling, hold, row)).isOpen) throw refused
  }
  return await awaitEnd(calling, hold)
}

/** The current outcome; throws if it can no longer be paid, and waits for transactions of others. */
async function learn(calling: Calling, hold: PurchaseLease, before: PurchaseRow): Promise<StepResult> {
  const { row, isOpen } = await stepSettlement(calling, hold, before)
  if (row.status === 'failed') throw purchaseRefusal(row.failure_code as FailureCode)
  if (!isOpen && row.status === 'quoted') throw isExpired(calling, row) ? purchaseRefusal('QUOTE_EXPIRED') : underWay()
  return { row, isOpen }
}

function asRefused(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

const isExpired = ({ now }: Pick<SettlementParts, 'now'>, { valid_before }: PurchaseRow): boolean =>
  now.getTime() >= new Date(valid_before).getTime() - SETTLED_BEFORE_MS

interface Signed {
  row: PurchaseRow
  signature: string
}

async function submit(calling: Calling, hold: PurchaseLease, { row, signature }: Signed): Promise<void> {
  if (isExpired(calling, row)) throw purchaseRefusal('QUOTE_EXPIRED')
  const { payments, rail } = calling
  const ground = await readTokenState(payments.rpc, row, rail)
  const read = readSignature(signature, row, ground.isContract && rail.token.signature === 'bytes')
  if (read === undefined) throw purchaseRefusal('PAYMENT_SIGNATURE_INVALID')
  const obstacle = obstacleTo(ground, row)
  if (obstacle) throw purchaseRefusal(obstacle)
  await requireFewReverts(calling, row)
  const tried = await simulateSettlement(calling, row, read)
  if (!tried) throw purchaseRefusal(await whyNot(calling, row, ground))
  const raw = await record(calling, hold, { ...tried, isContract: ground.isContract }, row)
  await broadcast(calling, raw)
}

/** It reverts although nothing prevented it a moment ago: the state changed, or a contract rejected the signature. */
async function whyNot(
  { payments: { rpc }, rail }: SettlementParts,
  row: PurchaseRow,
  { isContract }: TokenState,
): Promise<FailureCode> {
  return (
    obstacleTo(await readTokenState(rpc, row, rail), row) ??
    (isContract ? 'PAYMENT_SIGNATURE_INVALID' : 'RAIL_UNAVAILABLE')
  )
}

/** The quote must still match what is sold, to whom, and for how much. */
async function record(
  calling: Calling,
  hold: PurchaseLease,
  tried: SimulatedCall,
  quoted: PurchaseRow,
): Promise<string> {
  const { context, rail } = calling
  const { offer_revision_id, scope, restricted_agent_ids, payer_address, id: purchase_id } = quoted
  const wanted = { offer_revision_id, scope, restricted_agent_ids, payer_address, purchase_id }
  const toAtoms = (amount: string) => atomsOf(amount, rail.decimals)
  const judge = async (db: Queryable, row: PurchaseRow) => {
    if (row.status !== quoted.status) throw underWay()
    const deal = requirePurchasable(context, db, wanted, { rail, toAtoms })
    const { payment, beneficiary_id } = await deal.catch(refusePurchase)
    const isSame = payment.payee_address === row.payee_address && payment.amount_atomic === row.amount_atomic
    if (!isSame || beneficiary_id !== row.beneficiary_id) throw purchaseRefusal('QUOTE_EXPIRED')
    if (tried.isContract) await requireContractAllowance(db, row, calling)
  }
  return await recordTransaction(calling, hold, tried, judge).catch(askAgain(context, offer_revision_id))
}

/** Waits until it is mined or the time is over; then the job continues. */
async function awaitEnd(calling: Calling, hold: PurchaseLease): Promise<PurchaseRow> {
  for (let ms = FIRST_POLL_MS; ; ms = POLL_MS) {
    const { row } = await stepSettlement(calling, hold, (await findPurchaseById(calling.db, hold.id))!)
    if (row.status === 'settled') return row
    if (row.failure_code !== null) throw purchaseRefusal(row.failure_code as FailureCode)
    await waitFor(calling, ms)
  }
}

type WhenGone = (leave: () => void) => () => void

/** Whether the client disconnected. */
async function pauseFor(ms: number, whenGone: WhenGone): Promise<boolean> {
  const gone = new AbortController()
  const end = whenGone(() => gone.abort())
  try {
    await sleep(ms, undefined, { signal: gone.signal })
    return false
  } catch {
    return true
  } finally {
    end()
  }
}
