import { defineResource } from '../resource.ts'

export const holds = defineResource({
  refusals: {
    'call-not-approved': [403],
    'held-calls-full': [409],
  },
})
