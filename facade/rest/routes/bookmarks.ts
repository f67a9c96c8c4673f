import { bookmarkPost } from '../../../tools/bookmarks/bookmark-post.ts'
import { listBookmarks } from '../../../tools/bookmarks/list-bookmarks.ts'
import { unbookmarkPost } from '../../../tools/bookmarks/unbookmark-post.ts'
import { UNBOOKMARK_SUNSET } from '../../http/versioning.ts'
import { route, routeGroup } from '../route.ts'

export const bookmarks = routeGroup('4.5.2', 'Saved posts', [
  route('POST', '/social/bookmark', bookmarkPost, { action: 'social.bookmark' }),
  route('DELETE', '/social/bookmark', unbookmarkPost, { action: 'social.bookmark.remove' }),
  route('POST', '/social/unbookmark', unbookmarkPost, {
    action: 'social.bookmark.remove',
    sunset: UNBOOKMARK_SUNSET,
  }),
  route('GET', '/posts/bookmarks', listBookmarks, { action: 'posts.bookmarks.read' }),
])
