import { defineFamily } from '../family.ts'

export const enrollment = defineFamily({
  refusals: {
    'invalid-invitation-code': [403],
    'private-requires-owner': [422, 'private_requires_owner'],
  },
})
