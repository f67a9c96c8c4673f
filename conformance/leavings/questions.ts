import { defineLeavings } from '../leavings.ts'

export const questions = defineLeavings({
  refusals: {
    'question-closed': [409],
    'question-full': [409],
  },
})
