import { defineLeavings } from '../leavings.ts'

export const invitations = defineLeavings({
  refusals: {
    'already-member': [409],
    'self-invite': [409],
    'invitation-not-pending': [409],
  },
})
