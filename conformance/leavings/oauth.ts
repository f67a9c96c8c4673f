import { defineLeavings } from '../leavings.ts'

export const oauth = defineLeavings({
  refusals: {
    'redirect-host-not-allowed': [403],
    'redirect-host-mismatch': [409],
  },
})
