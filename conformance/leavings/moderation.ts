import { defineLeavings } from '../leavings.ts'

export const moderation = defineLeavings({
  refusals: {
    'self-report': [422],
    'post-not-removed': [409],
    'comment-not-removed': [409],
    'contest-already-submitted': [409],
    'contest-window-closed': [409],
  },
})
