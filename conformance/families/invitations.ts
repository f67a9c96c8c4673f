import { defineFamily } from '../family.ts'

export const invitations = defineFamily({
  refusals: {
    'already-member': [409],
    'self-invite': [409],
    'invitation-not-pending': [409],
  },
})
