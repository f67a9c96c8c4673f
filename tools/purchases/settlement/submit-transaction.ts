import type { Queryable } from '../../../storage/db/db.ts'
import { violatedConstraint } from '../../../storage/db/db.ts'
import { insertTransaction, reserveNonce } from '../../../storage/purchases/chain-transactions.ts'
import { lockRight, type PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { lockLeased, markSubmitted, type PurchaseLease } from '../../../storage/purchases/settlement-rows.ts'
import { readBalance, readCount } from '../../chain/read-chain.ts'
import { SECOND } from '../../core/durations.ts'
import type { Payments } from '../../core/payment-rail.ts'
import { callDataOf, simulateCall } from '../chain/simulate.ts'
import { type Fees, hashOf, readFees, type Unsigned, unsignedOf } from '../chain/transaction.ts'
import { pendingOutcome, underWay } from '../pending-outcome.ts'
import { purchaseRefusal } from '../purchase-failures.ts'
import { checkAgainAt, isNodeUnavailable, type SettlementParts } from './settlement-parts.ts'

/** The simulated call, and the relayer's state for sending it. */
export interface SimulatedCall {
  signature: string
  isContract: boolean
  call: Pick<Unsigned, 'to' | 'data' | 'gasLimit'>
  fees: Fees
  /** The relayer's transaction count, and its balance in wei. */
  counted: number
  balance: bigint
}

const MOST_GAS = 400_000n

/** Simulates it at the current state; `undefined`: it reverts. */
export async function simulateSettlement(
  { payments: { rpc }, rail }: Pick<SettlementParts, 'payments' | 'rail'>,
  row: PurchaseRow,
  signature: string,
): Promise<Omit<SimulatedCall, 'isContract'> | undefined> {
  const data = callDataOf(row, signature, rail.token.signature)
  const [gas, fees, counted, balance] = await Promise.all([
    simulateCall(rpc, { from: rail.relayer, to: row.asset, data }),
    readFees(rpc),
    readCount(rpc, rail.relayer),
    readBalance(rpc, rail.relayer),
  ])
  if (gas === undefined || gas > MOST_GAS) return undefined
  const ample = (gas * 6n) / 5n
  return {
    signature,
    call: { to: row.asset, data, gasLimit: ample > MOST_GAS ? MOST_GAS : ample },
    fees,
    counted,
    balance,
  }
}

/** Time until it is checked again if the submitting process does not return. */
const LOOK_MS = 5 * SECOND

/**
 * In one transaction: checks again, assigns a nonce, signs, records. Makes no calls to the chain. Returns what may be
 * sent after the commit.
 */
export async function recordTransaction(
  settling: SettlementParts,
  hold: PurchaseLease,
  tried: SimulatedCall,
  judge: (db: Queryable, row: PurchaseRow) => Promise<void>,
): Promise<string> {
  const { transaction, rail, now } = settling
  try {
    return await transaction(async ({ db }) => {
      const row = await lockLeased(db, hold)
      if (!row) throw underWay()
      await lockRight(db, row)
      await judge(db, row)
      if (row.status !== 'settled') {
        await markSubmitted(db, row.id, {
          signature: tried.signature,
          is_payer_contract: tried.isContract,
          check_at: checkAgainAt(settling, LOOK_MS),
        })
      }
      // All other payments wait from here on.
      const account = { chain_id: rail.chain_id, relayer: rail.relayer }
      const nonce = await reserveNonce(db, account, tried.counted)
      requireGas(tried, nonce)
      const signed = await signTransaction(settling, { chainId: rail.chain_id, nonce, ...tried.call, ...tried.fees })
      await insertTransaction(db, row.id, { ...account, nonce, ...signed, created_at: now })
      return signed.raw
    })
  } catch (error) {
    if (violatedConstraint(error) === 'service_purchase_under_way') throw pendingOutcome()
    throw error
  }
}

/** Throws before the relayer runs out of gas: it must afford all its unmined transactions. */
function requireGas({ call, fees, counted, balance }: Omit<SimulatedCall, 'isContract'>, nonce: number): void {
  const unmined = BigInt(nonce - counted + 1)
  if (balance < unmined * call.gasLimit * fees.maxFee) throw purchaseRefusal('RAIL_UNAVAILABLE')
}

/** As recorded. */
export async function signTransaction(
  { payments, rail }: { payments: Payments; rail: SettlementParts['rail'] },
  transaction: Unsigned,
) {
  const unsigned = unsignedOf(transaction)
  const raw = await payments.sign(unsigned, rail.relayer)
  const { maxFee, priorityFee } = transaction
  return { raw, hash: hashOf(raw), max_fee: String(maxFee), priority_fee: String(priorityFee) }
}

/** Whatever the node's response: a recorded transaction is sent again until it is mined. */
export async function broadcast({ payments: { rpc }, log }: Pick<SettlementParts, 'payments' | 'log'>, raw: string) {
  try {
    await rpc.call('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!isNodeUnavailable(error)) throw error
    log.debug({ reason: (error as Error).message }, 'a payment was rejected by the node, or was already submitted')
  }
}
