import { Signature } from 'ethers'
import type { JsonRpc } from '../../../push/json-rpc.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { hasCode, isRevert, quantity } from '../../chain/read-chain.ts'
import type { Rail, TokenFeatures } from '../../core/payment-rail.ts'
import type { FailureCode } from '../purchase-failures.ts'
import { callToken, TOKEN } from './token-contract.ts'

/** The token and addresses of a transfer. */
export interface TokenState {
  isPayeeBlocked: boolean
  isPayerBlocked: boolean
  isPaused: boolean
  balance: bigint
  /** Whether the payer is a contract, or an account that delegates to one. */
  isContract: boolean
}

type Paid = Pick<PurchaseRow, 'asset' | 'payer_address' | 'payee_address'>

export async function readTokenState(
  rpc: JsonRpc,
  { asset, payer_address, payee_address }: Paid,
  { token }: Pick<Rail, 'token'>,
): Promise<TokenState> {
  const ask = (name: string, ...values: string[]) => callToken(rpc, asset, name, values)
  const [isPayeeBlocked, isPayerBlocked, isPaused, balance, isContract] = await Promise.all([
    isAddressBlocked(rpc, { asset, address: payee_address }, token),
    isAddressBlocked(rpc, { asset, address: payer_address }, token),
    token.hasPause && ask('paused'),
    ask('balanceOf', payer_address),
    hasCode(rpc, payer_address),
  ])
  return { isPayeeBlocked, isPayerBlocked, isPaused: isPaused === true, balance: BigInt(balance), isContract }
}

/** Tokens without a blocklist block nobody. */
export const isAddressBlocked = async (
  rpc: JsonRpc,
  { asset, address }: { asset: string; address: string },
  { hasBlocklist }: Pick<TokenFeatures, 'hasBlocklist'>,
): Promise<boolean> => hasBlocklist && (await callToken(rpc, asset, 'isBlacklisted', [address])) === true

/** Why a transfer of this amount is not possible; `undefined`: nothing prevents it. */
export function obstacleTo(
  ground: TokenState,
  { amount_atomic }: Pick<PurchaseRow, 'amount_atomic'>,
): FailureCode | undefined {
  if (ground.isPayeeBlocked) return 'PAYEE_BLOCKED'
  if (ground.isPayerBlocked) return 'PAYER_BLOCKED'
  if (ground.isPaused) return 'RAIL_UNAVAILABLE'
  return ground.balance < BigInt(amount_atomic) ? 'INSUFFICIENT_FUNDS' : undefined
}

const TRANSFER = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32'
const OVERLOADS = { bytes: `${TRANSFER},bytes)`, vrs: `${TRANSFER},uint8,bytes32,bytes32)` } as const

type Authorised = Pick<
  PurchaseRow,
  'payer_address' | 'payee_address' | 'amount_atomic' | 'nonce' | 'valid_after' | 'valid_before'
>

/** The relayer's call to the token. For `vrs` the signature must be by a key. */
export function callDataOf(row: Authorised, signature: string, form: TokenFeatures['signature']): string {
  const validBefore = new Date(row.valid_before).getTime() / 1_000
  const { payer_address, payee_address, amount_atomic, nonce, valid_after } = row
  const fields = [payer_address, payee_address, amount_atomic, valid_after, validBefore, nonce]
  return TOKEN.encodeFunctionData(OVERLOADS[form], [...fields, ...signatureWords(signature, form)])
}

function signatureWords(signature: string, form: TokenFeatures['signature']): unknown[] {
  if (form === 'bytes') return [signature]
  const { v, r, s } = Signature.from(signature)
  return [v, r, s]
}

interface Call {
  from: string
  to: string
  data: string
}

/** The gas of a simulated call; `undefined`: it reverts, for whatever reason. */
export async function simulateCall(rpc: JsonRpc, call: Call): Promise<bigint | undefined> {
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
