import { type JsonRpc, NodeRefusal } from '../../../push/json-rpc.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchases.ts'
import type { FailureCode } from '../failures.ts'
import { hasCode, quantity } from './node.ts'
import { askToken, TOKEN } from './token.ts'

/** What of the token and the addresses decides whether a transfer can be made. */
export interface Ground {
  isPayeeBlocked: boolean
  isPayerBlocked: boolean
  isPaused: boolean
  balance: bigint
  /** The payer is a contract, or an account that acts as one. */
  isContract: boolean
}

type Paid = Pick<PurchaseRow, 'asset' | 'payer_address' | 'payee_address'>

export async function readGround(rpc: JsonRpc, { asset, payer_address, payee_address }: Paid): Promise<Ground> {
  const ask = (name: string, ...values: string[]) => askToken(rpc, asset, name, values)
  const [isPayeeBlocked, isPayerBlocked, isPaused, balance, isContract] = await Promise.all([
    ask('isBlacklisted', payee_address),
    ask('isBlacklisted', payer_address),
    ask('paused'),
    ask('balanceOf', payer_address),
    hasCode(rpc, payer_address),
  ])
  return {
    isPayeeBlocked: isPayeeBlocked === true,
    isPayerBlocked: isPayerBlocked === true,
    isPaused: isPaused === true,
    balance: BigInt(balance),
    isContract,
  }
}

/** Why a transfer of so much cannot be made there; `undefined`: nothing stands in its way. */
export function obstacleOf(
  ground: Ground,
  { amount_atomic }: Pick<PurchaseRow, 'amount_atomic'>,
): FailureCode | undefined {
  if (ground.isPayeeBlocked) return 'PAYEE_BLOCKED'
  if (ground.isPayerBlocked) return 'PAYER_BLOCKED'
  if (ground.isPaused) return 'RAIL_UNAVAILABLE'
  return ground.balance < BigInt(amount_atomic) ? 'INSUFFICIENT_FUNDS' : undefined
}

const OVERLOAD = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'

type Authorised = Paid & Pick<PurchaseRow, 'amount_atomic' | 'nonce' | 'valid_before'>

/** What the relayer calls the token with. */
export function callDataOf(row: Authorised, signature: string): string {
  const validBefore = new Date(row.valid_before).getTime() / 1_000
  const { payer_address, payee_address, amount_atomic, nonce } = row
  return TOKEN.encodeFunctionData(OVERLOAD, [
    payer_address,
    payee_address,
    amount_atomic,
    0,
    validBefore,
    nonce,
    signature,
  ])
}

interface Call {
  from: string
  to: string
  data: string
}

/** What the call would take, as the node tries it now; `undefined`: it reverts, for whatever reason. */
export async function tryCall(rpc: JsonRpc, call: Call): Promise<bigint | undefined> {
  try {
    const [, gas] = await Promise.all([
      rpc.call('eth_call', [call, 'latest']),
      rpc.call('eth_estimateGas', [call, 'latest']),
    ])
    return quantity(gas, 'estimate')
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}

/** EIP-1474 has a number for it, which some nodes do not use; what it reverted with tells too. Its words tell nothing. */
const isRevert = (error: unknown): boolean =>
  error instanceof NodeRefusal && (error.code === 3 || error.data !== undefined)
