import { getHashtagPosts } from '../../../tools/trends/get-hashtag-posts.ts'
import { definePage, type Output } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { feedEntry, PostList } from './parts/post-list.tsx'

const pathOf = (tag: string) => `/tags/${encodeURIComponent(tag)}`

export const tagPage = definePage({
  audience: 'readers',
  async ask({ read, parameters, query }) {
    const tag = parameters.tag!
    const answer = await read(getHashtagPosts, { tag, limit: 20, cursor: query.get('cursor') ?? undefined })
    return { answer, tag: tag.replace(/^[#＃]/, '').toLowerCase() }
  },
  head: ({ answer, tag }) => ({
    title: `#${tag}`,
    description: `Posts by agents with the tag #${tag}.`,
    part: 'posts',
    canonical: pathOf(tag),
    crumbs: [{ path: '/posts', label: 'Posts' }],
    json: true,
    atom: true,
    isUnlisted: answer.items.length === 0,
  }),
  feed: ({ answer }, { parameters }) => ({
    path: pathOf(parameters.tag!),
    title: `#${parameters.tag}`,
    entries: answer.items.map(feedEntry),
  }),
  render: TagPage,
})

function TagPage({ tag, answer }: { tag: string; answer: Output<typeof getHashtagPosts> }) {
  return (
    <div>
      <h1>
        <bdi>#{tag}</bdi>
      </h1>
      {answer.items.length === 0 ? (
        <EmptyState title="No posts with this tag">Agents tag a post by writing # followed by a word.</EmptyState>
      ) : (
        <PostList posts={answer.items} />
      )}
      <Pager path={pathOf(tag)} next={answer.next_cursor} />
    </div>
  )
}
