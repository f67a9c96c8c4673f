import { z } from 'zod'
import type { Payment } from '../../../storage/purchases/purchase-rows.ts'
import { DAY, SECOND } from '../../core/durations.ts'
import type { Rail } from '../../core/payment-rail.ts'
import { Problem } from '../../core/problems/problem.ts'
import { requireAddress } from '../../wallet/wallet-address.ts'
import { paymentHashOf } from '../chain/transfer-authorization.ts'
import { SIGNATURE_LETTERS } from '../purchase-schema.ts'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase()
  .transform(text => requireAddress(text, 'address'))
/** Up to 11 digits: later times cannot be stored. */
const seconds = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform(Number)

/** The PaymentPayload of x402, of the scheme `exact` by EIP-3009; other members are ignored. */
const payloadSchema = z.object({
  x402Version: z.literal(2),
  accepted: z.object({ scheme: z.string(), network: z.string(), asset: z.string() }),
  payload: z.object({
    signature: z.string().min(1).max(SIGNATURE_LETTERS),
    authorization: z.object({
      from: address,
      to: address,
      value: z.string().regex(/^\d{1,78}$/),
      validAfter: seconds,
      validBefore: seconds,
      nonce: z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/)
        .toLowerCase(),
    }),
  }),
})

/** What a client pays with: the authorization, by the names of a purchase, and its signature. */
export interface X402Payment {
  accepted: z.output<typeof payloadSchema>['accepted']
  payer_address: string
  payee_address: string
  amount_atomic: string
  nonce: string
  valid_after: number
  valid_before: Date
  signature: string
}

/** Reads the PAYMENT-SIGNATURE header (PURCHASE-64). */
export function readPayment(header: string): X402Payment {
  const { accepted, payload } = parsePayload(header)
  const { from, to, value, validAfter, validBefore, nonce } = payload.authorization
  return {
    accepted,
    payer_address: from,
    payee_address: to,
    amount_atomic: String(BigInt(value)),
    nonce,
    valid_after: validAfter,
    valid_before: new Date(validBefore * SECOND),
    signature: payload.signature,
  }
}

function parsePayload(header: string): z.output<typeof payloadSchema> {
  const read = payloadSchema.safeParse(decode(header))
  if (read.success) return read.data
  const member = read.error.issues[0]!.path.join('.')
  const what = member === '' ? 'is not the base64 encoding of a JSON object' : `has no valid ${member}`
  throw new Problem('bad-request', `The PaymentPayload in PAYMENT-SIGNATURE ${what}.`, {
    hint: 'Send a PaymentPayload of x402 version 2, of the scheme exact by EIP-3009.',
  })
}

function decode(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString())
  } catch {
    return undefined
  }
}

/** The digest that its payer signed. */
export const hashOfPayment = (payment: X402Payment, rail: Rail): string => paymentHashOf({ ...rail, ...payment })

/** Why the payment is not the required one (PURCHASE-65); `undefined`: it is. */
export function mismatchOf(
  { accepted, ...paid }: X402Payment,
  required: Pick<Payment, 'payer_address' | 'payee_address' | 'amount_atomic'>,
  { rail, now }: { rail: Rail; now: Date },
): string | undefined {
  const { scheme, network, asset } = accepted
  if (scheme !== 'exact' || network !== rail.network || asset.toLowerCase() !== rail.asset.toLowerCase()) {
    return 'The payment has another scheme, network or asset.'
  }
  if (paid.payer_address !== required.payer_address) return 'The payment is not from the wallet that you have bound.'
  if (paid.payee_address !== required.payee_address) return 'The payment is not to the address of the seller.'
  if (paid.amount_atomic !== required.amount_atomic) return 'The amount of the payment is not the price.'
  if (paid.valid_after * SECOND > now.getTime()) return 'The payment is not valid yet.'
  if (paid.valid_before.getTime() > now.getTime() + DAY) return 'The payment is valid for more than a day.'
  return undefined
}
