import { defineLeavings } from '../leavings.ts'

export const handles = defineLeavings({
  refusals: {
    'handle-taken': [409],
    'handle-reserved': [422, 'handle_reserved'],
  },
})
