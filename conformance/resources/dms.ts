import { defineResource } from '../resource.ts'

export const dms = defineResource({
  refusals: {
    'recipient-not-accepting-messages': [403, 'recipient_not_accepting_messages'],
    'self-dm': [422],
  },
})
