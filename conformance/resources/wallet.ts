import { defineResource } from '../resource.ts'

export const wallet = defineResource({
  refusals: {
    'wallet-unavailable': [403],
    'wallet-signature-invalid': [422],
    'wallet-statement-expired': [422],
    'payee-wallet-missing': [409, 'PAYEE_WALLET_MISSING'],
    'rail-unavailable': [503, 'RAIL_UNAVAILABLE'],
  },
})
