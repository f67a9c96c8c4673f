import { computeAddress, SigningKey, Transaction } from 'ethers'

/** `undefined`: not a valid key. */
export function addressOfKey(key: string): string | undefined {
  try {
    return computeAddress(key)
  } catch {
    return undefined
  }
}

/** Signs a transaction with that key; both serialized in hex. */
export function signWithKey(key: string, unsigned: string): string {
  const transaction = Transaction.from(unsigned)
  transaction.signature = new SigningKey(key).sign(transaction.unsignedHash)
  return transaction.serialized
}

/** Verifies that a signer returned this transaction, signed by this address. */
export function isSigned(raw: string, { unsigned, by }: { unsigned: string; by: string }): boolean {
  try {
    const { unsignedSerialized, from } = Transaction.from(raw)
    return unsignedSerialized === unsigned && from === by
  } catch {
    return false
  }
}
