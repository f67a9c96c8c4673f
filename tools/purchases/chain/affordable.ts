import type { JsonRpc } from '../../../push/json-rpc.ts'
import { readBalance, readCount } from './read-chain.ts'
import { readFees } from './transaction.ts'

/** What a payment is let take, as settling asks of the relayer. */
export const GAS_OF_PAYMENT = 120_000n
/** More is all the same. */
const MOST = 1_000_000n

/** What a relayer has, in wei, and for how many payments that does at what blocks cost now. */
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
