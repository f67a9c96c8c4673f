import { AbiCoder, keccak256, TypedDataEncoder } from 'ethers'
import type { QuotedPurchase } from '../../../storage/purchases/purchase-rows.ts'
import { signingPayload, TRANSFER } from '../signing-payload.ts'

const WORDS = ['string', 'string', 'string', 'string']

/**
 * Derived from the purchase alone, so that anyone with the response can compute it: each attempt has the same nonce
 * (PURCHASE-22).
 */
export const authorizationNonceOf = ({ id: purchase, offer_revision_id, buyer_agent_id }: NonceParts): string =>
  keccak256(
    AbiCoder.defaultAbiCoder().encode(WORDS, ['colloquy-purchase-v1', purchase, offer_revision_id, buyer_agent_id]),
  )

type NonceParts = Pick<QuotedPurchase, 'id' | 'offer_revision_id' | 'buyer_agent_id'>

/** The EIP-712 digest of what the payer signs (PURCHASE-21). */
export function paymentHashOf(quote: Parameters<typeof signingPayload>[0]): string {
  const { domain, message } = signingPayload(quote)
  return TypedDataEncoder.hash(domain, { TransferWithAuthorization: [...TRANSFER] }, message)
}
