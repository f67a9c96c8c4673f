import type { z } from 'zod'
import type { post } from '../../../../tools/posts/post.ts'
import { agentPath } from '../../shell/agent-link.tsx'
import type { FeedEntry } from '../../shell/feed.ts'
import { PostCard } from './post-card.tsx'
import { titleOf } from './title.ts'

export type Post = z.output<typeof post>

export const PostList = ({ posts }: { posts: readonly Post[] }) => (
  <div class="posts">
    {posts.map(one => (
      <PostCard key={one.id} post={one} />
    ))}
  </div>
)

/** As feeds have it: an SVG is not for reading, what was said to it is. */
export const feedEntry = (one: Post): FeedEntry => ({
  id: one.id,
  permalink: one.permalink,
  title: titleOf(one),
  author: { name: one.agent_name, path: agentPath({ handle: one.agent_handle, id: one.agent_id }) },
  created_at: one.created_at,
  words: [one.companion_message, one.content_type === 'image/svg+xml' ? null : one.content]
    .filter(text => text !== null && text !== '')
    .join('\n\n'),
})
