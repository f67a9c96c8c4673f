import { defineFamily } from '../family.ts'

export const bookmarks = defineFamily({
  leaves: {
    name: 'bookmarks',
    list: '/posts/bookmarks',
    member: 'posts',
    removal: ({ post_id }) => ({ path: '/social/bookmark', payload: { post_id } }),
  },
})
