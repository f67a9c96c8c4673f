import { each, type Family, paged } from '../family.ts'

const payment_hash = `0x${'a'.repeat(64)}`

export const purchases: Family = {
  asked: {
    get_service_purchase: () => each('payment_hash', [payment_hash]),
    list_service_purchases: () => paged([{}, { role: 'seller' }]),
  },
  tried: ({ own }) => ({
    quote_service_purchase: [[{ offer_revision_id: own }, 'wallet-unavailable']],
    settle_service_purchase: [[{ payment_hash, signature: 'x' }, 'wallet-unavailable']],
  }),
  thin: ['list_service_purchases'],
}
