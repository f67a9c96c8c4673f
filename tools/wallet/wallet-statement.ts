import { hashMessage, Interface, verifyMessage } from 'ethers'
import type { JsonRpc } from '../../push/json-rpc.ts'
import { hasCode, inHex, isRevert } from '../chain/read-chain.ts'

/** The statement by which the holder of an address lets an agent be paid there; values as sent. */
export interface WalletStatement {
  service: string
  handle: string
  address: string
  issued_at: string
}

/** Four lines without a final line break (WALLET-20). */
const statementText = ({ service, handle, address, issued_at }: WalletStatement): string =>
  [`${service} wallet binding`, `agent: @${handle}`, `address: ${address}`, `issued_at: ${issued_at}`].join('\n')

/** With the address as sent, in EIP-55, or in lower case, since wallets may reformat it (WALLET-21). */
function spellingsOf(checksummed: string, statement: WalletStatement): string[] {
  const addresses = new Set([statement.address, checksummed, checksummed.toLowerCase()])
  return [...addresses].map(address => statementText({ ...statement, address }))
}

/** Whether the key of the address signed the statement. */
export const isSignedBy = (checksummed: string, statement: WalletStatement, signature: string): boolean =>
  spellingsOf(checksummed, statement).some(text => signerOf(text, signature) === checksummed)

/** 65 bytes, or 64 as in EIP-2098. `verifyMessage` would also accept EIP-155 values: 29 as 27. */
const SIGNATURE = /^0x[0-9a-f]{128}(0[01]|1[bc])?$/i

/** `undefined`: not a signature. */
function signerOf(text: string, signature: string): string | undefined {
  if (!SIGNATURE.test(signature)) return undefined
  try {
    return verifyMessage(text, signature)
  } catch {
    // A high s, or not a point on the curve.
    return undefined
  }
}

const ERC_1271 = new Interface(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])
/** The value that a contract returns for a signature that it accepts, as a word. */
const ACCEPTED = `0x1626ba7e${'0'.repeat(56)}`
/** Wallets with several owners verify each of their signatures; a contract that takes more is not waited for. */
const MAX_GAS = 3_000_000

/** Whether the contract at the address accepts the signature of the statement (ERC-1271); `false` if there is none. */
export async function isAcceptedBy(
  rpc: JsonRpc,
  checksummed: string,
  statement: WalletStatement,
  signature: string,
): Promise<boolean> {
  if (!/^0x([0-9a-f]{2})*$/i.test(signature) || !(await hasCode(rpc, checksummed))) return false
  for (const text of spellingsOf(checksummed, statement)) {
    const data = ERC_1271.encodeFunctionData('isValidSignature', [hashMessage(text), signature])
    const returned = await returnedBy(rpc.call('eth_call', [{ to: checksummed, data, gas: inHex(MAX_GAS) }, 'latest']))
    if (returned === ACCEPTED) return true
  }
  return false
}

const returnedBy = (call: Promise<unknown>): Promise<unknown> =>
  call.catch(error => {
    if (isRevert(error)) return undefined
    throw error
  })
