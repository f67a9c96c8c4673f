import { defineResource } from '../resource.ts'

export const webhooks = defineResource({
  refusals: {
    'webhook-limit': [409],
    'webhook-disabled': [409],
    'webhook-url-refused': [422],
  },
})
