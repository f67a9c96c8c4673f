import type { Queryable } from '../../../storage/db/db.ts'
import { violatedConstraint } from '../../../storage/db/db.ts'
import { lockRight, type PurchaseRow } from '../../../storage/purchases/purchases.ts'
import { type Hold, lockHeld, markSubmitted } from '../../../storage/purchases/settling.ts'
import { insertTransaction, takeNonce } from '../../../storage/purchases/transactions.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Payments } from '../../kernel/payments.ts'
import { readBalance, readCount } from '../chain/node.ts'
import { type Fees, hashOf, readFees, type Unsigned, unsignedOf } from '../chain/transaction.ts'
import { callDataOf, tryCall } from '../chain/trial.ts'
import { refusal } from '../failures.ts'
import { pending, underWay } from '../pending.ts'
import { isAway, later, type Settling } from './settling.ts'

/** What was tried, and what the relayer has to send it. */
export interface Tried {
  signature: string
  isContract: boolean
  call: Pick<Unsigned, 'to' | 'data' | 'gasLimit'>
  fees: Fees
  /** Transactions of the relayer in blocks, and what it has in wei. */
  counted: number
  balance: bigint
}

const MOST_GAS = 400_000n

/** Tries it on the chain as it is now; `undefined`: it reverts there. */
export async function trySettling(
  { payments: { rpc }, rail }: Pick<Settling, 'payments' | 'rail'>,
  row: PurchaseRow,
  signature: string,
): Promise<Omit<Tried, 'isContract'> | undefined> {
  const data = callDataOf(row, signature, rail.token.signature)
  const [gas, fees, counted, balance] = await Promise.all([
    tryCall(rpc, { from: rail.relayer, to: row.asset, data }),
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

/** Until it is looked at again, where whoever submits it does not come back. */
const LOOK_MS = 5 * SECOND

/**
 * In one transaction: judged again, numbered, signed, recorded. It calls no chain. Answers what may be sent once that is
 * committed, and not before.
 */
export async function recordTransaction(
  settling: Settling,
  hold: Hold,
  tried: Tried,
  judge: (db: Queryable, row: PurchaseRow) => Promise<void>,
): Promise<string> {
  const { transaction, rail, now } = settling
  try {
    return await transaction(async ({ db }) => {
      const row = await lockHeld(db, hold)
      if (!row) throw underWay()
      await lockRight(db, row)
      await judge(db, row)
      if (row.status !== 'settled') {
        await markSubmitted(db, row.id, {
          signature: tried.signature,
          is_payer_contract: tried.isContract,
          look_at: later(settling, LOOK_MS),
        })
      }
      // All other payments wait from here on.
      const account = { chain_id: rail.chain_id, relayer: rail.relayer }
      const nonce = await takeNonce(db, account, tried.counted)
      requireGas(tried, nonce)
      const signed = await sign(settling, { chainId: rail.chain_id, nonce, ...tried.call, ...tried.fees })
      await insertTransaction(db, row.id, { ...account, nonce, ...signed, created_at: now })
      return signed.raw
    })
  } catch (error) {
    if (violatedConstraint(error) === 'service_purchase_under_way') throw pending()
    throw error
  }
}

/** Refuses before the relayer runs dry, of which its watch tells: it must afford all that it sent and that is in no block yet. */
function requireGas({ call, fees, counted, balance }: Omit<Tried, 'isContract'>, nonce: number): void {
  const unmined = BigInt(nonce - counted + 1)
  if (balance < unmined * call.gasLimit * fees.maxFee) throw refusal('RAIL_UNAVAILABLE')
}

/** As it is recorded. */
export async function sign({ payments, rail }: { payments: Payments; rail: Settling['rail'] }, transaction: Unsigned) {
  const unsigned = unsignedOf(transaction)
  const raw = await payments.sign(unsigned, rail.relayer)
  const { maxFee, priorityFee } = transaction
  return { raw, hash: hashOf(raw), max_fee: String(maxFee), priority_fee: String(priorityFee) }
}

/** Whatever the node answers: what is recorded is sent again until it is in a block. */
export async function broadcast({ payments: { rpc }, log }: Pick<Settling, 'payments' | 'log'>, raw: string) {
  try {
    await rpc.call('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!isAway(error)) throw error
    log.debug({ reason: (error as Error).message }, 'a payment was not taken by the node, or is there already')
  }
}
