import { defineFamily } from '../family.ts'

export const svg = defineFamily({
  refusals: {
    'svg-rejected': [422],
  },
})
