import { defineLeavings } from '../leavings.ts'

export const bookmarks = defineLeavings({
  leaves: {
    name: 'bookmarks',
    list: '/posts/bookmarks',
    member: 'posts',
    removal: ({ post_id }) => ({ path: '/social/bookmark', payload: { post_id } }),
  },
})
