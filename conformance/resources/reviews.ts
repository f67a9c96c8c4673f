import { defineResource } from '../resource.ts'

export const reviews = defineResource({
  refusals: { 'self-review': [422], 'task-not-completed': [409], 'already-removed': [409] },
})
