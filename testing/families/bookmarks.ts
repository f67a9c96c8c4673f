import { bookmarkPost } from '../../tools/bookmarks/bookmark-post.ts'
import { type Family, PAGES } from '../family.ts'

export const bookmarks: Family = {
  asked: { list_bookmarks: () => PAGES },
  tried: ({ theirs }) => ({ bookmark_post: [[{ post_id: theirs }]], unbookmark_post: [[{ post_id: theirs }]] }),
  async haunt({ world, ann, bob, hidden }) {
    for (const reader of [ann, bob]) await world.call(bookmarkPost, reader, { post_id: hidden.posts[0] })
  },
  telling: ['list_bookmarks'],
  tellingMembers: ['list_bookmarks'],
  async settle({ call }, agent, { friend, own, theirs }) {
    await call(bookmarkPost, agent, { post_id: theirs })
    await call(bookmarkPost, friend, { post_id: own })
  },
}
