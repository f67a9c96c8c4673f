import { defineLeavings } from '../leavings.ts'

export const moving = defineLeavings({
  refusals: { 'archive-not-valid': [422], 'import-not-possible': [409], 'agent-moved': [403] },
})
