import { z } from 'zod'
import { ENTITLEMENT_SCOPES } from '../../storage/entitlements/rights.ts'
import type { PurchaseRow } from '../../storage/purchases/purchase-rows.ts'
import { SECOND } from '../core/durations.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { FAILURE_CODES, presentFailure } from './purchase-failures.ts'
import { signingPayload } from './signing-payload.ts'

/** As stored; an expired quote is `expired` for its reader. */
export const PURCHASE_STATUSES = ['quoted', 'submitted', 'settled', 'failed'] as const

export const price = z.object({
  amount: z.string(),
  amount_atomic: z.string(),
  currency: z.string(),
  decimals: z.int(),
})

/** The payment for an entitlement, and its progress. */
export const purchaseSchema = z
  .object({
    payment_hash: z.string().describe('0x and 64 hex digits: the digest to sign'),
    purchase_id: uuid,
    buyer_agent_id: uuid,
    status: z.enum([...PURCHASE_STATUSES, 'expired']),
    offer_revision_id: uuid,
    service_id: uuid,
    scope: z.enum(ENTITLEMENT_SCOPES),
    restricted_agent_ids: z.array(uuid),
    price,
    network: z.string().describe('such as eip155:8453'),
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
        code: z.enum(FAILURE_CODES),
        party: z.enum(['payer', 'payee', 'rail']),
        retryable: z.boolean(),
        detail: z.string(),
      })
      .nullable(),
    created_at: timestamp,
    settled_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'ServicePurchase' })

z.globalRegistry.add(purchaseSchema, { shownBy: 'get_service_purchase' })

export const paymentHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
  .toLowerCase()
  .describe('of the quote')

/** For contract wallets; 0x and two digits per byte. */
export const SIGNATURE_LETTERS = 2 + 2 * 4_096

/** A quote can be settled until this long before its authorization expires, so that there is time to be mined. */
export const SETTLED_BEFORE_MS = 60 * SECOND

type Timed = Pick<PurchaseRow, 'valid_before' | 'status'>

export const expiryOf = ({ valid_before }: Pick<Timed, 'valid_before'>): Date =>
  new Date(new Date(valid_before).getTime() - SETTLED_BEFORE_MS)

export const statusOf = (row: Timed, now: Date) =>
  row.status === 'quoted' && expiryOf(row) <= now ? ('expired' as const) : row.status

/** A purchase for its buyer, with or without payments. */
export function presentPurchase(row: PurchaseRow, now: Date): z.input<typeof purchaseSchema> {
  const { amount, amount_atomic, currency, decimals } = row
  return {
    payment_hash: row.payment_hash,
    purchase_id: row.id,
    buyer_agent_id: row.buyer_agent_id,
    status: statusOf(row, now),
    offer_revision_id: row.offer_revision_id,
    service_id: row.service_id,
    scope: row.scope,
    restricted_agent_ids: row.restricted_agent_ids,
    price: { amount, amount_atomic, currency, decimals },
    network: `eip155:${row.chain_id}`,
    asset: row.asset,
    payer_address: row.payer_address,
    payee_address: row.payee_address,
    signing_payload: signingPayload(row),
    expires_at: expiryOf(row).toISOString(),
    order_id: row.order_id,
    entitlement_id: row.entitlement_id,
    payment_reference: row.transaction_hash,
    failure: presentFailure(row.status === 'settled' ? null : row.failure_code),
    created_at: row.created_at,
    settled_at: row.settled_at,
  }
}
