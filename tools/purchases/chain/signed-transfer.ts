import { computeAddress, hexlify, SigningKey } from 'ethers'
import { type JsonRpc, NodeUnavailable } from '../../../push/json-rpc.ts'
import { isRevert } from '../../chain/read-chain.ts'
import type { Rail, TokenFeatures } from '../../core/payment-rail.ts'
import { callDataOf } from './simulate.ts'
import { askOptional } from './token-contract.ts'
import { paymentHashOf } from './transfer-authorization.ts'

type Tried = Pick<Rail, 'chain_id' | 'asset' | 'asset_name' | 'asset_version' | 'relayer'>

const FORMS = ['bytes', 'vrs'] as const
const NEVER = '2999-01-01T00:00:00Z'

/**
 * Detects the token's capabilities by a simulated transfer of zero between two new addresses: it must succeed with the
 * payer's signature, and fail with another, since a contract that accepts any call would accept both. `undefined`: no
 * overload conforms. A paused token is not decided yet.
 */
export async function tryToken(
  rpc: JsonRpc,
  rail: Tried,
  randomBytes: (count: number) => Buffer,
): Promise<TokenFeatures | undefined> {
  const [blocks, paused] = await Promise.all([
    askOptional(rpc, rail.asset, 'isBlacklisted', [rail.relayer]),
    askOptional(rpc, rail.asset, 'paused'),
  ])
  if (paused === true) throw new TokenPaused()
  const newKey = () => new SigningKey(hexlify(randomBytes(32)))
  const [payer, other] = [newKey(), newKey()]
  const authorisation = {
    ...rail,
    ...{ amount_atomic: '0', valid_after: 0, valid_before: NEVER },
    payer_address: computeAddress(payer.publicKey),
    payee_address: computeAddress(other.publicKey),
    nonce: hexlify(randomBytes(32)),
  }
  const hash = paymentHashOf(authorisation)
  const passes = (key: SigningKey, form: TokenFeatures['signature']) =>
    isTaken(rpc, rail, callDataOf(authorisation, key.sign(hash).serialized, form))
  for (const signature of FORMS) {
    const [isGood, isForgeable] = await Promise.all([passes(payer, signature), passes(other, signature)])
    if (isGood && !isForgeable) return { signature, hasBlocklist: blocks !== undefined, hasPause: paused !== undefined }
  }
  return undefined
}

export class TokenPaused extends NodeUnavailable {
  constructor() {
    super('the token is paused')
    this.message = 'the payment token is paused'
  }
}

async function isTaken(rpc: JsonRpc, { asset, relayer }: Tried, data: string): Promise<boolean> {
  try {
    await rpc.call('eth_call', [{ from: relayer, to: asset, data }, 'latest'])
    return true
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}
