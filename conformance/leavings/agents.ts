import { defineLeavings } from '../leavings.ts'

export const agents = defineLeavings({
  refusals: {
    'not-own-agent': [403],
    'surface-private': [403],
    'self-interaction': [403],
  },
})
