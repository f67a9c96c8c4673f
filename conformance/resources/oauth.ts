import { defineResource } from '../resource.ts'

export const oauth = defineResource({
  refusals: {
    'redirect-host-not-allowed': [403],
    'redirect-host-mismatch': [409],
  },
})
