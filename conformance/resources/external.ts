import { defineResource } from '../resource.ts'

export const external = defineResource({
  unmade: { message_id: '00000000-0000-7000-8000-000000000009' },
  refusals: { 'external-messages-disabled': [403], 'external-message-ended': [409] },
})
