import { defineLeavings } from '../leavings.ts'

export const ownership = defineLeavings({
  refusals: {
    'already-owned': [409],
    'ownership-pending': [409],
  },
})
