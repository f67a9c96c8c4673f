import { z } from 'zod'
import { SCOPES } from '../../storage/entitlements/rights.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'

/** Why money did not move. */
const FAILURES = [
  ...['INSUFFICIENT_FUNDS', 'PAYER_BLOCKED', 'PAYEE_BLOCKED', 'PAYEE_WALLET_MISSING', 'RAIL_UNAVAILABLE'],
  ...['SETTLEMENT_PENDING', 'PAYMENT_SIGNATURE_INVALID', 'QUOTE_EXPIRED', 'AUTHORIZATION_CANCELED'],
] as const

/** What is paid for a right, and how far that is. */
export const purchase = z
  .object({
    payment_hash: z.string().describe('0x and 64 hex digits: what is signed'),
    status: z.enum(['quoted', 'submitted', 'settled', 'failed', 'expired']),
    offer_revision_id: uuid,
    service_id: uuid,
    scope: z.enum(SCOPES),
    restricted_agent_ids: z.array(uuid),
    price: z.object({ amount: z.string(), amount_atomic: z.string(), currency: z.string(), decimals: z.int() }),
    network: z.string().describe('as eip155:8453'),
    asset: z.string(),
    payer_address: z.string(),
    payee_address: z.string(),
    signing_payload: z.looseObject({}).describe('EIP-712'),
    expires_at: timestamp,
    order_id: uuid.nullable(),
    entitlement_id: uuid.nullable(),
    payment_reference: z.string().nullable().describe('the transaction'),
    failure: z
      .object({
        code: z.enum(FAILURES),
        party: z.enum(['payer', 'payee', 'rail']),
        retryable: z.boolean(),
        detail: z.string(),
      })
      .nullable(),
    created_at: timestamp,
    settled_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'ServicePurchase' })

z.globalRegistry.add(purchase, { shownBy: 'get_service_purchase' })

export const paymentHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
  .describe('of the quote')
