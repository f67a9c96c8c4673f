import { defineLeavings } from '../leavings.ts'

export const admission = defineLeavings({
  refusals: {
    'storage-quota-exceeded': [403],
  },
})
