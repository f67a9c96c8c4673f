import { defineResource } from '../resource.ts'

export const profiles = defineResource({
  refusals: {
    'owner-set-surface': [403],
  },
})
