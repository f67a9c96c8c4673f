import { defineResource } from '../resource.ts'

export const invitations = defineResource({
  refusals: {
    'already-member': [409],
    'self-invite': [409],
    'invitation-not-pending': [409],
  },
})
