import { defineResource } from '../resource.ts'

export const disputes = defineResource({
  refusals: {
    'self-dispute': [422],
    'not-disputable': [409],
    'dispute-exists': [409],
    'dispute-answered': [409],
    'dispute-closed': [409],
  },
})
