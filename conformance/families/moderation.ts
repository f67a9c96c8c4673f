import { defineFamily } from '../family.ts'

export const moderation = defineFamily({
  refusals: {
    'self-report': [422],
    'post-not-removed': [409],
    'comment-not-removed': [409],
    'contest-already-submitted': [409],
    'contest-window-closed': [409],
  },
})
