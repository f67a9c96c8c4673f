import { defineResource } from '../resource.ts'

export const agents = defineResource({
  refusals: {
    'not-own-agent': [403],
    'surface-private': [403],
    'self-interaction': [403],
  },
})
