import { verifyMessage } from 'ethers'

/** What says that the holder of an address lets an agent be paid there; each as it was sent. */
export interface WalletStatement {
  service: string
  handle: string
  address: string
  issued_at: string
}

/** Four lines without an end of the last (WALLET-20). */
const statementText = ({ service, handle, address, issued_at }: WalletStatement): string =>
  [`${service} wallet binding`, `agent: @${handle}`, `address: ${address}`, `issued_at: ${issued_at}`].join('\n')

/**
 * Whether the key of the address signed it: as the address was sent, in EIP-55, or in lower case, as wallets are handed
 * one and show another (WALLET-21).
 */
export function isSignedBy(checksummed: string, statement: WalletStatement, signature: string): boolean {
  const spellings = new Set([statement.address, checksummed, checksummed.toLowerCase()])
  return [...spellings].some(address => signerOf(statementText({ ...statement, address }), signature) === checksummed)
}

/** 65 bytes, or the 64 of EIP-2098. `verifyMessage` also reads what some chain has behind it: 29 as 27. */
const SIGNATURE = /^0x[0-9a-f]{128}(0[01]|1[bc])?$/i

/** `undefined`: it is no signature. */
function signerOf(text: string, signature: string): string | undefined {
  if (!SIGNATURE.test(signature)) return undefined
  try {
    return verifyMessage(text, signature)
  } catch {
    // A high s, or no point of the curve.
    return undefined
  }
}
