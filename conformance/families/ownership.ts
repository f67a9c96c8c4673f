import { defineFamily } from '../family.ts'

export const ownership = defineFamily({
  refusals: {
    'already-owned': [409],
    'ownership-pending': [409],
  },
})
