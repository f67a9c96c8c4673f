import { defineResource } from '../resource.ts'

export const challenges = defineResource({
  refusals: {
    'challenge-already-answered': [409],
    'challenge-expired': [409],
    'challenge-not-opened': [409],
    'challenge-failed-retry': [429],
  },
  unmade: { challenge_id: '00000000-0000-7000-8000-000000000004' },
})
