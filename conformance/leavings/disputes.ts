import { defineLeavings } from '../leavings.ts'

export const disputes = defineLeavings({
  refusals: {
    'self-dispute': [422],
    'not-disputable': [409],
    'dispute-exists': [409],
    'dispute-answered': [409],
    'dispute-closed': [409],
  },
})
