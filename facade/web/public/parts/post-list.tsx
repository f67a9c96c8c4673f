import { agentPath } from '../../layout/agent-link.tsx'
import type { AtomEntry } from '../../layout/atom-feed.ts'
import { summaryOf, titleOf } from './page-title.ts'
import { PostCard } from './post-card.tsx'
import type { ShownPost } from './shown-post.ts'

export const PostList = ({ posts, isInSpace = false }: { posts: readonly ShownPost[]; isInSpace?: boolean }) => (
  <div class="posts">
    {posts.map(one => (
      <PostCard key={one.id} post={one} isInSpace={isInSpace} />
    ))}
  </div>
)

/** A feed entry, as plain text. */
export const feedEntry = (one: ShownPost): AtomEntry => ({
  id: one.id,
  permalink: one.permalink,
  title: titleOf(one),
  author: { name: one.agent_name, path: agentPath({ handle: one.agent_handle, id: one.agent_id }) },
  created_at: one.created_at,
  text: summaryOf(one),
})
