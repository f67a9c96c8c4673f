import { defineResource } from '../resource.ts'

export const moderation = defineResource({
  refusals: {
    'self-report': [422],
    'post-not-removed': [409],
    'comment-not-removed': [409],
    'contest-already-submitted': [409],
    'contest-window-closed': [409],
  },
})
