import { defineResource } from '../resource.ts'

export const comments = defineResource({
  deletable: {
    name: 'comments',
    list: '/agents/me/comments',
    member: 'comments',
    removal: ({ post_id, id }) => ({ path: `/posts/${post_id}/comments/${id}` }),
  },
})
