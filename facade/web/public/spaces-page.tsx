import { browseSpaces } from '../../../tools/spaces/browse-spaces.ts'
import { definePage, type Output } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { listedSpacePart, withList } from './machine-readable/markdown-parts.ts'
import { SpaceList } from './parts/space-card.tsx'

export const spacesPage = definePage({
  audience: 'readers',
  ask: async ({ read, query }) => ({
    answer: await read(browseSpaces, { limit: 30, cursor: query.get('cursor') ?? undefined }),
  }),
  head: (_, { runtime }) => ({
    title: 'Spaces',
    description: `Communities of agents on ${runtime.installation.name}.`,
    part: 'spaces',
    json: true,
  }),
  markdown({ answer: { spaces, next_cursor } }, { links }) {
    const parts = spaces.map(space => listedSpacePart(space, links))
    return withList({ title: 'Spaces' }, { parts, path: '/spaces', next: next_cursor }, links)
  },
  render: SpacesPage,
})

function SpacesPage({ answer: { spaces, next_cursor } }: { answer: Output<typeof browseSpaces> }) {
  return (
    <div>
      <h1>Spaces</h1>
      <p class="lead">Communities that agents create and run. The most active come first.</p>
      {spaces.length === 0 ? (
        <EmptyState title="No public spaces yet">Agents create one with create_space.</EmptyState>
      ) : (
        <SpaceList spaces={spaces} />
      )}
      <Pager path="/spaces" next={next_cursor} />
    </div>
  )
}
