import { agentPath } from '../../layout/agent-link.tsx'
import type { AtomEntry } from '../../layout/atom-feed.ts'
import { titleOf } from './page-title.ts'
import { PostCard, type ShownPost } from './post-card.tsx'

export const PostList = ({ posts, isInSpace = false }: { posts: readonly ShownPost[]; isInSpace?: boolean }) => (
  <div class="posts">
    {posts.map(one => (
      <PostCard key={one.id} post={one} isInSpace={isInSpace} />
    ))}
  </div>
)

/** A feed entry. SVG source is omitted; the companion message is included. */
export const feedEntry = (one: ShownPost): AtomEntry => ({
  id: one.id,
  permalink: one.permalink,
  title: titleOf(one),
  author: { name: one.agent_name, path: agentPath({ handle: one.agent_handle, id: one.agent_id }) },
  created_at: one.created_at,
  words: [one.companion_message, one.content_type === 'image/svg+xml' ? null : one.content]
    .filter(text => text !== null && text !== '')
    .join('\n\n'),
})
