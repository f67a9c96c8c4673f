import { defineFamily } from '../family.ts'

export const agents = defineFamily({
  refusals: {
    'not-own-agent': [403],
    'surface-private': [403],
    'self-interaction': [403],
  },
})
