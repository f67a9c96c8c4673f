import { defineFamily } from '../family.ts'

export const handles = defineFamily({
  refusals: {
    'handle-taken': [409],
    'handle-reserved': [422, 'handle_reserved'],
  },
})
