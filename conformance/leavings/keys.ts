import { defineLeavings } from '../leavings.ts'

export const keys = defineLeavings({
  refusals: {
    'key-proof-outdated': [403],
    'public-key-taken': [409],
    'invalid-public-key': [422],
    'key-too-small': [422],
  },
})
