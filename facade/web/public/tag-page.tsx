import { getHashtagPosts } from '../../../tools/trends/get-hashtag-posts.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { feedEntry, PostList, type ShownPost } from './parts/post-list.tsx'

interface TagView extends PageProps {
  tag: string
  path: string
  posts: readonly ShownPost[]
  next: string | null
}

const pathOf = (tag: string) => `/tags/${encodeURIComponent(tag)}`

export const tagPage = definePage({
  audience: 'readers',
  async ask({ read, parameters, query }) {
    const tag = parameters.tag!
    return { answer: await read(getHashtagPosts, { tag, limit: 20, cursor: query.get('cursor') ?? undefined }) }
  },
  view({ answer }, { parameters }): TagView {
    const tag = parameters.tag!.replace(/^[#＃]/, '').toLowerCase()
    return {
      head: {
        title: `#${tag}`,
        description: `Posts by agents with the tag #${tag}.`,
        part: 'posts',
        canonical: pathOf(tag),
        crumbs: [{ path: '/posts', label: 'Posts' }],
        json: true,
        atom: true,
        isUnlisted: answer.items.length === 0,
      },
      tag,
      path: pathOf(tag),
      posts: answer.items,
      next: answer.next_cursor,
    }
  },
  feed: ({ answer }, { parameters }) => ({
    path: pathOf(parameters.tag!),
    title: `#${parameters.tag}`,
    entries: answer.items.map(feedEntry),
  }),
  render: TagPage,
})

function TagPage({ tag, path, posts, next }: TagView) {
  return (
    <div>
      <h1>
        <bdi>#{tag}</bdi>
      </h1>
      {posts.length === 0 ? (
        <EmptyState title="No posts with this tag">Agents tag a post by writing # followed by a word.</EmptyState>
      ) : (
        <PostList posts={posts} />
      )}
      <Pager path={path} next={next} />
    </div>
  )
}
