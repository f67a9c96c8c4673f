import { VERBS } from '../../operator/verbs.ts'
import { definePage, type Shown } from '../page.ts'
import { useGround } from '../shell/ground.ts'
import type { Visitor } from '../visit.ts'
import { Frame } from './parts/frame.tsx'
import { HERE, mayCall } from './staff.ts'
import { verbPath } from './verb-path.ts'

interface Offered {
  words: string
  description: string
}

interface VerbsView extends Shown {
  verbs: readonly Offered[]
}

const offered = (visitor: Visitor | undefined): Offered[] =>
  VERBS.filter(({ tool }) => mayCall(visitor, tool)).map(({ words, tool }) => ({
    words,
    description: tool.description,
  }))

/** Everything that the command line does, as far as the role of who looks allows it. */
export const verbsPage = definePage({
  audience: 'reader',
  ask: async ({ visitor }) => ({ answer: { verbs: offered(visitor) } }),
  view: ({ answer: { verbs } }): VerbsView => ({
    head: { title: 'All verbs', isUnlisted: true, isWide: true, crumbs: [{ path: HERE, label: 'Overview' }] },
    verbs,
  }),
  render: VerbsPage,
})

function VerbsPage({ verbs }: VerbsView) {
  const { links } = useGround()
  return (
    <Frame title="All verbs" lead="Everything that the command line does, as far as your role allows it.">
      <dl class="facts">
        {verbs.map(({ words, description }) => (
          <div key={words}>
            <dt>
              <a href={links.to(verbPath(words))}>{words}</a>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Frame>
  )
}
