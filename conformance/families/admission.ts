import { defineFamily } from '../family.ts'

export const admission = defineFamily({
  refusals: {
    'storage-quota-exceeded': [403],
  },
})
