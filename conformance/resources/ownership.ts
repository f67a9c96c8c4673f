import { defineResource } from '../resource.ts'

export const ownership = defineResource({
  refusals: {
    'already-owned': [409],
    'ownership-pending': [409],
  },
})
