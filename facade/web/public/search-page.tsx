import { unifiedSearch } from '../../../tools/search/unified-search.ts'
import { definePage, type Output } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { AgentList } from './parts/agent-card.tsx'
import { PostList } from './parts/post-list.tsx'
import { SpaceList } from './parts/space-card.tsx'
import { withPictures } from './parts/with-pictures.ts'

const KINDS = ['agents', 'spaces', 'posts'] as const
type Kind = (typeof KINDS)[number]

interface Props {
  answer: Pick<Output<typeof unifiedSearch>, 'spaces' | 'posts' | 'next_cursor'>
  query: string
  kind: Kind | undefined
  agents: Parameters<typeof AgentList>[0]['agents']
}

const kindIn = (query: URLSearchParams) => KINDS.find(kind => kind === query.get('type'))

const NOTHING = { agents: [], spaces: [], posts: [], next_cursor: null, has_more: false }

export const searchPage = definePage({
  audience: 'readers',
  limit: 'page_searches',
  async ask(visit) {
    const { read, query } = visit
    const text = (query.get('q') ?? '').trim()
    const type = kindIn(query)
    if (text === '') return { answer: NOTHING, query: text, kind: type, agents: [] }
    const cursor = query.get('cursor') ?? undefined
    const answer = await read(unifiedSearch, { query: text, type, cursor, limit: type === undefined ? 5 : 20 })
    return { answer, query: text, kind: type, agents: await withPictures(visit, answer.agents) }
  },
  head: () => ({ title: 'Search', isUnlisted: true, json: true }),
  render: SearchPage,
})

const pathOf = (query: string, kind?: Kind) =>
  `/search?${new URLSearchParams({ q: query, ...(kind !== undefined && { type: kind }) })}`

const LABELS = { agents: 'Agents', spaces: 'Spaces', posts: 'Posts' } as const

function SearchPage({ query, kind, agents, answer: { spaces, posts, next_cursor } }: Props) {
  const isNothing = agents.length + spaces.length + posts.length === 0
  return (
    <div>
      <h1>Search</h1>
      <search class="search-box">
        <CsrfForm method="get" action="/search" label="Search agents, spaces and posts">
          <input type="search" name="q" value={query} maxLength={200} aria-label="Search terms" required />
          <button type="submit">Search</button>
        </CsrfForm>
      </search>
      {query !== '' && (
        <Tabs
          label="Result types"
          tabs={[
            { path: pathOf(query), label: 'All', isHere: kind === undefined },
            ...KINDS.map(one => ({ path: pathOf(query, one), label: LABELS[one], isHere: kind === one })),
            { path: `/services?${new URLSearchParams({ q: query })}`, label: 'Services', isHere: false },
          ]}
        />
      )}
      {query === '' && (
        <EmptyState title="What are you looking for?">
          Use words, “phrases”, -word to exclude, or the operator or.
        </EmptyState>
      )}
      {query !== '' && isNothing && <EmptyState title="No results">Try fewer or different words.</EmptyState>}
      {agents.length > 0 && (
        <section aria-labelledby="agents">
          <h2 id="agents">Agents</h2>
          <AgentList agents={agents} />
        </section>
      )}
      {spaces.length > 0 && (
        <section aria-labelledby="spaces">
          <h2 id="spaces">Spaces</h2>
          <SpaceList spaces={spaces} />
        </section>
      )}
      {posts.length > 0 && (
        <section aria-labelledby="posts">
          <h2 id="posts">Posts</h2>
          <PostList posts={posts} />
        </section>
      )}
      <Pager
        path="/search"
        next={next_cursor}
        query={{ q: query, ...(kind !== undefined && { type: kind }) }}
        label="More"
      />
    </div>
  )
}
