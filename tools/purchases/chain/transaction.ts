import { keccak256, Transaction } from 'ethers'
import { type JsonRpc, NodeError } from '../../../push/json-rpc.ts'
import { quantity, readBlock } from '../../chain/read-chain.ts'

/** In wei per unit of gas (EIP-1559). */
export interface Fees {
  maxFee: bigint
  priorityFee: bigint
}

const GWEI = 1_000_000_000n

/** Sufficient for blocks with twice the fee. */
export async function readFees(rpc: JsonRpc): Promise<Fees> {
  const [{ baseFeePerGas }, priorityFee] = await Promise.all([readBlock(rpc, 'latest'), readPriorityFee(rpc)])
  return { maxFee: 2n * baseFeePerGas + priorityFee, priorityFee }
}

async function readPriorityFee(rpc: JsonRpc): Promise<bigint> {
  try {
    return quantity(await rpc.call('eth_maxPriorityFeePerGas', []), 'priority fee')
  } catch (error) {
    // Not every node has the method.
    if (error instanceof NodeError) return GWEI
    throw error
  }
}

/** Nodes accept a replacement with the same nonce for an eighth more. */
const more = (fee: bigint): bigint => fee + fee / 8n + 1n
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Fees of a replacement, unless they exceed ten times the current ones. */
export function bumped(former: Fees, now: Fees): Fees | undefined {
  const maxFee = greater(more(former.maxFee), now.maxFee)
  const priorityFee = greater(more(former.priorityFee), now.priorityFee)
  return maxFee > 10n * now.maxFee ? undefined : { maxFee: greater(maxFee, priorityFee), priorityFee }
}

export interface Unsigned extends Fees {
  chainId: number
  nonce: number
  to: string
  data: string
  gasLimit: bigint
}

/** In hex, as signed. */
export function unsignedOf({ maxFee, priorityFee, ...fields }: Unsigned): string {
  const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee }
  return Transaction.from({ type: 2, value: 0n, ...fields, ...fees }).unsignedSerialized
}

export const hashOf = (raw: string): string => keccak256(raw)

/** The call data of a transaction, for a replacement. */
export function callOf(raw: string): Pick<Unsigned, 'to' | 'data' | 'gasLimit'> {
  const { to, data, gasLimit } = Transaction.from(raw)
  return { to: to!, data, gasLimit }
}
