import { defineFamily } from '../family.ts'

export const keys = defineFamily({
  refusals: {
    'key-proof-outdated': [403],
    'public-key-taken': [409],
    'invalid-public-key': [422],
    'key-too-small': [422],
  },
})
