import { verifyMessage } from 'ethers'

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

/**
 * Whether the key of the address signed it: with the address as sent, in EIP-55, or in lower case, since wallets may
 * reformat it (WALLET-21).
 */
export function isSignedBy(checksummed: string, statement: WalletStatement, signature: string): boolean {
  const spellings = new Set([statement.address, checksummed, checksummed.toLowerCase()])
  return [...spellings].some(address => signerOf(statementText({ ...statement, address }), signature) === checksummed)
}

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
