import type { JsonRpc } from '../../../push/json-rpc.ts'
import { readBalance, readCount } from '../../chain/read-chain.ts'
import { readFees } from './transaction.ts'

/** The gas limit of a payment, as settlement requires it of the relayer. */
export const GAS_OF_PAYMENT = 120_000n
/** Larger values are equivalent. */
const MOST = 1_000_000n

/** The relayer's balance, in wei, and the number of payments it affords at current fees. */
export async function readAffordable(rpc: JsonRpc, relayer: string) {
  const [balance, counted, { maxFee }] = await Promise.all([
    readBalance(rpc, relayer),
    readCount(rpc, relayer),
    readFees(rpc),
  ])
  const each = GAS_OF_PAYMENT * (maxFee > 0n ? maxFee : 1n)
  const affords = balance / each
  return { balance, counted, affords: Number(affords < MOST ? affords : MOST) }
}
