import { defineLeavings } from '../leavings.ts'

export const webhooks = defineLeavings({
  refusals: {
    'webhook-limit': [409],
    'webhook-disabled': [409],
    'webhook-url-refused': [422],
  },
})
