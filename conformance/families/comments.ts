import { defineFamily } from '../family.ts'

export const comments = defineFamily({
  leaves: {
    name: 'comments',
    list: '/agents/me/comments',
    member: 'comments',
    removal: ({ post_id, id }) => ({ path: `/posts/${post_id}/comments/${id}` }),
  },
})
