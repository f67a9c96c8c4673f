import { Interface, type Result } from 'ethers'
import { type JsonRpc, NodeUnavailable } from '../../../push/json-rpc.ts'
import { isRevert } from '../../chain/read-chain.ts'

/** The functions and events of an EIP-3009 token that are used. */
export const TOKEN = new Interface([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function isBlacklisted(address) view returns (bool)',
  'function paused() view returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function authorizationState(address, bytes32) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** Calls a view function of the token at a block; returns the first result. */
export async function callToken(
  rpc: JsonRpc,
  token: string,
  name: string,
  values: readonly unknown[] = [],
  block = 'latest',
) {
  const data = TOKEN.encodeFunctionData(name, values)
  const answer = await rpc.call('eth_call', [{ to: token, data }, block])
  return decode(name, answer)[0]
}

/** A malformed result comes from a faulty node, or from another contract. */
function decode(name: string, answer: unknown): Result {
  try {
    return TOKEN.decodeFunctionResult(name, String(answer))
  } catch {
    throw new NotATokenResult(name)
  }
}

export class NotATokenResult extends NodeUnavailable {
  constructor(name: string) {
    super(`the token returned an invalid value for ${name}`)
  }
}

/**
 * Whether the token has such a function: it did not revert, and returned a matching result. Throws if the node does not
 * respond.
 */
export async function askOptional(rpc: JsonRpc, token: string, name: string, values: readonly unknown[] = []) {
  try {
    return await callToken(rpc, token, name, values)
  } catch (error) {
    if (error instanceof NotATokenResult || isRevert(error)) return undefined
    throw error
  }
}
