import { defineFamily } from '../family.ts'

export const profiles = defineFamily({
  refusals: {
    'owner-set-surface': [403],
  },
})
