import { z } from 'zod'
import { ENTITLEMENT_SCOPES } from '../../storage/entitlements/rights.ts'
import { findPurchases, type ListedPurchase } from '../../storage/purchases/purchase-list.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { pseudonymOf } from '../tasks/records/pseudonym.ts'
import { FAILURE_CODES, type FailureCode } from './purchase-failures.ts'
import { expiryOf, PURCHASE_STATUSES, price, statusOf } from './purchase-schema.ts'

const ROLES = ['buyer', 'seller'] as const

const listed = z
  .object({
    payment_hash: z.string(),
    status: z.enum([...PURCHASE_STATUSES, 'expired']),
    service_id: uuid,
    service_handle: authored(z.string()).nullable(),
    offer_revision_id: uuid,
    scope: z.enum(ENTITLEMENT_SCOPES),
    pricing_model: z.enum(['one_time', 'forever', 'subscription']),
    price,
    network: z.string().describe('such as eip155:8453'),
    asset: z.string(),
    payer_address: z.string(),
    payee_address: z.string(),
    consumer: z.string().nullable().describe('pseudonym of the buyer, as in the receipts; null for buyers'),
    order_id: uuid.nullable(),
    entitlement_id: uuid.nullable(),
    payment_reference: z.string().nullable().describe('the transaction'),
    failure_code: z.enum(FAILURE_CODES).nullable(),
    created_at: timestamp,
    expires_at: timestamp,
    settled_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'ListedPurchase' })

export const listServicePurchases = defineTool({
  name: 'list_service_purchases',
  description: 'Your purchases, or the payments for your services, newest first.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({
    role: z.enum(ROLES).default('buyer').describe('whether you bought or sold'),
    service_id: uuid.optional().describe('of one service'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ purchases: z.array(listed), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler({ role, service_id = null, limit, cursor }, context) {
    const list = `purchases\0${role}\0${service_id}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const { db, actor, secret, now } = context
    const rows = await findPurchases(db, { viewer: actor.agent_id, role, service_id, before, limit: limit + 1 })
    const shown = (row: ListedPurchase) =>
      present(row, { now, consumer: role === 'seller' ? consumerOf(secret, row) : null })
    const { items, ...rest } = await nextPage(context, list, { rows }, limit, shown)
    return { purchases: items, ...rest }
  },
})

const consumerOf = (secret: Buffer, { seller_agent_id, buyer_agent_id }: ListedPurchase): string =>
  pseudonymOf(secret, seller_agent_id, buyer_agent_id)

/** Without the purchase's id, by which sellers could test which buyer a nonce belongs to. */
function present(
  row: ListedPurchase,
  { now, consumer }: { now: Date; consumer: string | null },
): z.input<typeof listed> {
  const { amount, amount_atomic, currency, decimals } = row
  return {
    payment_hash: row.payment_hash,
    status: statusOf(row, now),
    service_id: row.service_id,
    service_handle: row.service_handle,
    offer_revision_id: row.offer_revision_id,
    scope: row.scope,
    pricing_model: row.pricing_model as z.input<typeof listed>['pricing_model'],
    price: { amount, amount_atomic, currency, decimals },
    network: `eip155:${row.chain_id}`,
    asset: row.asset,
    payer_address: row.payer_address,
    payee_address: row.payee_address,
    consumer,
    order_id: row.order_id,
    entitlement_id: row.entitlement_id,
    payment_reference: row.transaction_hash,
    failure_code: row.status === 'settled' ? null : (row.failure_code as FailureCode | null),
    created_at: row.created_at,
    expires_at: expiryOf(row).toISOString(),
    settled_at: row.settled_at,
  }
}
