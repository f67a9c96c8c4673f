import { defineLeavings } from '../leavings.ts'

export const profiles = defineLeavings({
  refusals: {
    'owner-set-surface': [403],
  },
})
