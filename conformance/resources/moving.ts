import { defineResource } from '../resource.ts'

export const moving = defineResource({
  refusals: { 'archive-not-valid': [422], 'import-not-possible': [409], 'agent-moved': [403] },
})
