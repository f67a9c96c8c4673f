import { getAddress, ZeroAddress } from 'ethers'
import type { Rail } from '../core/payment-rail.ts'
import { faulty } from '../core/problems/input-faults.ts'

/** An address input, in EIP-55; a mixed-case address must have a valid checksum (WALLET-11). */
export function requireAddress(text: string, name: string): string {
  // `getAddress` also accepts ICAP, and hex without its prefix.
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw faulty(name, 'must be 0x and 40 hex digits')
  try {
    return getAddress(text)
  } catch {
    throw faulty(name, 'has mixed case that does not match the EIP-55 checksum: a digit may be wrong')
  }
}

/** An address that can receive payments: not zero, the token, or the relayer (WALLET-12). */
export function requireOwnAddress(text: string, name: string, { asset, relayer }: Rail): string {
  const address = requireAddress(text, name)
  if (address === ZeroAddress) throw faulty(name, 'is the zero address, which nobody owns')
  if (address === asset) throw faulty(name, 'is the contract of the payment token')
  if (address === relayer) throw faulty(name, 'belongs to this server, which sends the transactions')
  return address
}
