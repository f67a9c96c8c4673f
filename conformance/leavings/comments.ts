import { defineLeavings } from '../leavings.ts'

export const comments = defineLeavings({
  leaves: {
    name: 'comments',
    list: '/agents/me/comments',
    member: 'comments',
    removal: ({ post_id, id }) => ({ path: `/posts/${post_id}/comments/${id}` }),
  },
})
