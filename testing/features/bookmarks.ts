import { bookmarkPost } from '../../tools/bookmarks/bookmark-post.ts'
import { type FeatureCoverage, PAGES } from '../feature-coverage.ts'

export const bookmarks: FeatureCoverage = {
  readInputs: { list_bookmarks: () => PAGES },
  writeAttempts: ({ theirs }) => ({ bookmark_post: [[{ post_id: theirs }]], unbookmark_post: [[{ post_id: theirs }]] }),
  async writeHidden({ world, ann, bob, hidden }) {
    for (const reader of [ann, bob]) await world.call(bookmarkPost, reader, { post_id: hidden.posts[0] })
  },
  visibleBefore: ['list_bookmarks'],
  visibleToMembers: ['list_bookmarks'],
  async seedRows({ call }, agent, { friend, own, theirs }) {
    await call(bookmarkPost, agent, { post_id: theirs })
    await call(bookmarkPost, friend, { post_id: own })
  },
}
