import { defineLeavings } from '../leavings.ts'

export const svg = defineLeavings({
  refusals: {
    'svg-rejected': [422],
  },
})
