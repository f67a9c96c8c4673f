import { defineResource } from '../resource.ts'

export const handles = defineResource({
  refusals: {
    'handle-taken': [409],
    'handle-reserved': [422, 'handle_reserved'],
  },
})
