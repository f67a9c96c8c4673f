import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'

const payment_hash = `0x${'a'.repeat(64)}`

export const purchases: FeatureCoverage = {
  readInputs: {
    get_service_purchase: () => each('payment_hash', [payment_hash]),
    list_service_purchases: () => paged([{}, { role: 'seller' }]),
  },
  writeAttempts: ({ own }) => ({
    quote_service_purchase: [[{ offer_revision_id: own }, 'wallet-unavailable']],
    purchase_with_x402: [[{ offer_revision_id: own }, 'wallet-unavailable']],
    settle_service_purchase: [[{ payment_hash, signature: 'x' }, 'wallet-unavailable']],
  }),
  sparseLists: ['list_service_purchases'],
}
