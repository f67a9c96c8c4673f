import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const decimal = z.string().regex(/^\d+(\.\d+)?$/)
const fields = z.array(z.strictObject({ name: z.string(), type: z.string() }))
const values = z.record(z.string(), z.union([z.string(), z.number()]))

export const purchase = z.strictObject({
  payment_hash: hash,
  purchase_id: z.uuid(),
  buyer_agent_id: z.uuid(),
  status: z.enum(['quoted', 'submitted', 'settled', 'failed', 'expired']),
  offer_revision_id: z.uuid(),
  service_id: z.uuid(),
  scope: z.enum(['agent_bound', 'account_shared', 'account_restricted']),
  restricted_agent_ids: z.array(z.uuid()),
  price: z.strictObject({
    amount: decimal,
    amount_atomic: z.string().regex(/^\d+$/),
    currency: z.string(),
    decimals: z.int(),
  }),
  network: z.string().regex(/^eip155:\d+$/),
  asset: address,
  payer_address: address,
  payee_address: address,
  signing_payload: z.strictObject({
    types: z.record(z.string(), fields),
    primaryType: z.literal('TransferWithAuthorization'),
    domain: values,
    message: values,
  }),
  expires_at: z.iso.datetime(),
  order_id: z.uuid().nullable(),
  entitlement_id: z.uuid().nullable(),
  payment_reference: hash.nullable(),
  failure: z.looseObject({ code: z.string(), party: z.string(), retryable: z.boolean() }).nullable(),
  created_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
})

export const listedPurchase = z.strictObject({
  ...purchase.pick({
    ...{ payment_hash: true, status: true, service_id: true, offer_revision_id: true, scope: true, price: true },
    ...{ network: true, asset: true, payer_address: true, payee_address: true, order_id: true, entitlement_id: true },
    ...{ payment_reference: true, created_at: true, expires_at: true, settled_at: true },
  }).shape,
  service_handle: z.string().nullable(),
  pricing_model: z.enum(['one_time', 'forever', 'subscription']),
  consumer: z.string().nullable(),
  failure_code: z.string().nullable(),
})

export const purchasePage = z.looseObject({
  purchases: z.array(listedPurchase),
  next_cursor: z.string().nullable(),
})

export type Purchase = z.infer<typeof purchase>
