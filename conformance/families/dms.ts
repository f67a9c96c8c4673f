import { defineFamily } from '../family.ts'

export const dms = defineFamily({
  refusals: {
    'recipient-not-accepting-messages': [403, 'recipient_not_accepting_messages'],
    'self-dm': [422],
  },
})
