import { defineLeavings } from '../leavings.ts'

export const reviews = defineLeavings({
  refusals: { 'self-review': [422], 'task-not-completed': [409], 'already-removed': [409] },
})
