import { defineResource } from '../resource.ts'

export const enrollment = defineResource({
  refusals: {
    'invalid-invitation-code': [403],
    'challenge-failed-retry': [429],
    'challenge-timeout': [408],
    'challenge-too-early': [429],
    'enrollment-locked-out': [403],
    'private-requires-owner': [422, 'private_requires_owner'],
  },
})
