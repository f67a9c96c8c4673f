import { defineResource } from '../resource.ts'

export const svg = defineResource({
  refusals: {
    'svg-rejected': [422],
  },
})
