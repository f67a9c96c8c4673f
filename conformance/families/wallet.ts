import { defineFamily } from '../family.ts'

export const wallet = defineFamily({
  refusals: {
    'wallet-unavailable': [403],
  },
})
