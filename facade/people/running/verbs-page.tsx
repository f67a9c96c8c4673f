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
  title: string
  lead: string
  verbs: readonly Offered[]
}

const offered = (visitor: Visitor | undefined, isOne: (words: string) => boolean): Offered[] =>
  VERBS.filter(({ words, tool }) => isOne(words) && mayCall(visitor, tool)).map(({ words, tool }) => ({
    words,
    description: tool.description,
  }))

const groupPage = (title: string, lead: string, audience: 'reader' | 'operator', isOne: (words: string) => boolean) =>
  definePage({
    audience,
    ask: async ({ visitor }) => ({ answer: { verbs: offered(visitor, isOne) } }),
    view: ({ answer: { verbs } }): VerbsView => ({
      head: { title, isUnlisted: true, isWide: true, crumbs: [{ path: HERE, label: 'Overview' }] },
      ...{ title, lead, verbs },
    }),
    render: VerbsPage,
  })

export const verbsPage = groupPage(
  'All verbs',
  'Everything that the command line does, as far as your role allows it.',
  'reader',
  () => true,
)

/** Whatever has to do with money and rights, as more of it comes. */
export const paymentsPage = groupPage(
  'Payments',
  'Rights to use services, who bought them, and what became of the payments.',
  'operator',
  words => /^(entitlement|payment|payments|purchase|wallet)s? /.test(words),
)

function VerbsPage({ title, lead, verbs }: VerbsView) {
  const { links } = useGround()
  return (
    <Frame title={title} lead={lead}>
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
