import { defineLeavings } from '../leavings.ts'

export const holds = defineLeavings({
  refusals: {
    'call-not-approved': [403],
    'held-calls-full': [409],
  },
})
