import { recoverAddress, Signature } from 'ethers'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { SIGNATURE_LETTERS } from '../purchase-schema.ts'

/**
 * The signature in the token's format; `undefined`: it is not by this payer. Whether a contract accepts it is decided
 * by the token.
 */
export function readSignature(
  text: string,
  { payment_hash, payer_address }: Pick<PurchaseRow, 'payment_hash' | 'payer_address'>,
  isContract: boolean,
): string | undefined {
  if (!/^0x([0-9a-fA-F]{2})+$/.test(text) || text.length > SIGNATURE_LETTERS) return undefined
  if (isContract) return text.toLowerCase()
  try {
    // Accepts 64 bytes, and 0 and 1 for 27 and 28; rejects malleable forms.
    const { serialized } = Signature.from(text)
    return recoverAddress(payment_hash, serialized) === payer_address ? serialized : undefined
  } catch {
    return undefined
  }
}
