import { computeAddress, SigningKey, Transaction } from 'ethers'

/** `undefined`: it is no key. */
export function addressOfKey(key: string): string | undefined {
  try {
    return computeAddress(key)
  } catch {
    return undefined
  }
}

/** The transaction with the signature of that key; both serialised in hex. */
export function signWithKey(key: string, unsigned: string): string {
  const transaction = Transaction.from(unsigned)
  transaction.signature = new SigningKey(key).sign(transaction.unsignedHash)
  return transaction.serialized
}

/** Whether it is that transaction, signed by that address: a signer may answer anything. */
export function isSigned(raw: string, { unsigned, by }: { unsigned: string; by: string }): boolean {
  try {
    const { unsignedSerialized, from } = Transaction.from(raw)
    return unsignedSerialized === unsigned && from === by
  } catch {
    return false
  }
}
