import { defineResource } from '../resource.ts'

export const bookmarks = defineResource({
  deletable: {
    name: 'bookmarks',
    list: '/posts/bookmarks',
    member: 'posts',
    removal: ({ post_id }) => ({ path: '/social/bookmark', payload: { post_id } }),
  },
})
