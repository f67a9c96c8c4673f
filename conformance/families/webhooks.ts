import { defineFamily } from '../family.ts'

export const webhooks = defineFamily({
  refusals: {
    'webhook-limit': [409],
    'webhook-disabled': [409],
    'webhook-url-refused': [422],
  },
})
