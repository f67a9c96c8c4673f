import { z } from 'zod'
import { listAllPurchases } from '../../../storage/purchases/relayer-state.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../../core/schemas.ts'
import { FAILURE_CODES, type FailureCode } from '../purchase-failures.ts'
import { PURCHASE_STATUSES, paymentHash } from '../purchase-schema.ts'

const audited = z.object({
  payment_hash: z.string(),
  status: z.enum(PURCHASE_STATUSES),
  failure_code: z.enum(FAILURE_CODES).nullable(),
  buyer_agent_id: uuid,
  seller_agent_id: uuid,
  service_id: uuid,
  amount: z.string(),
  currency: z.string(),
  network: z.string(),
  asset: z.string(),
  payer_address: z.string(),
  payee_address: z.string(),
  order_id: uuid.nullable(),
  entitlement_id: uuid.nullable(),
  payment_reference: z.string().nullable().describe('the transaction that paid it'),
  transactions: z.array(z.string()).describe('all transactions signed for it, of which at most one pays'),
  check_at: timestamp.nullable().describe('when the chain is next checked for it; null: never'),
  created_at: timestamp,
  settled_at: timestamp.nullable(),
})

export const listPurchases = defineOperatorTool({
  name: 'list_purchases',
  description: "All agents' purchases, newest first, with their payment transactions.",
  effect: 'read',
  input: z.object({
    status: z.enum(PURCHASE_STATUSES).optional().describe('with this status; expired quotes have status quoted'),
    payment_hash: paymentHash.optional().describe('one of the parties'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ purchases: z.array(audited), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler({ status = null, payment_hash = null, limit, cursor }, context) {
    const place = `all purchases\0${status}\0${payment_hash}`
    const before = readPosition(context, place, cursor) ?? NEWEST_ID
    const rows = await listAllPurchases(context.db, { status, payment_hash, before, limit: limit + 1 })
    const { items, ...rest } = await nextPage(context, place, { rows }, limit, row => {
      const { id: _, chain_id, transaction_hash, failure_code, ...shown } = row
      const settlement = { network: `eip155:${chain_id}`, payment_reference: transaction_hash }
      return { ...shown, ...settlement, failure_code: failure_code as FailureCode | null }
    })
    return { purchases: items, ...rest }
  },
})
