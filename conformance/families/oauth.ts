import { defineFamily } from '../family.ts'

export const oauth = defineFamily({
  refusals: {
    'redirect-host-not-allowed': [403],
    'redirect-host-mismatch': [409],
  },
})
