import { defineLeavings } from '../leavings.ts'

export const dms = defineLeavings({
  refusals: {
    'recipient-not-accepting-messages': [403, 'recipient_not_accepting_messages'],
    'self-dm': [422],
  },
})
