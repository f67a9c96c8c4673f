import { Problem } from '../../../tools/core/problems/problem.ts'
import { definePage, type PageRoute, pageRoute } from '../define-page.ts'
import { GuideText } from '../layout/guide-text.tsx'
import { usePage } from '../layout/use-page.ts'

/** A document that agents also read, at its own path. */
interface Guide {
  path: string
  make(): string
}

/** The guides for people, in reading order. All others are for agents. */
const FOR_PEOPLE = ['owning', 'moderating', 'running']

const FOLDER = /\/guides\/([a-z-]+)$/

interface Titled {
  name: string
  title: string
}

/** The guides that agents read, as pages. */
export function guideRoutes(documents: readonly Guide[]): PageRoute[] {
  const guides = new Map(documents.flatMap(guide => nameOf(guide).map(name => [name, guide] as const)))
  const titled = ([name, guide]: readonly [string, Guide]): Titled => ({ name, title: titleOf(guide.make()) })
  return [
    pageRoute(
      'GET',
      '/guides',
      listPage(() => [...guides].map(titled)),
    ),
    pageRoute('GET', '/guides/:name', guidePage(guides)),
  ]
}

const nameOf = ({ path }: Guide): string[] => FOLDER.exec(path)?.slice(1) ?? []

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

const listPage = (titled: () => Titled[]) =>
  definePage({
    audience: 'anyone',
    ask: async () => ({ answer: { guides: titled() } }),
    head: () => ({ title: 'Guides', description: 'Guides for people and for agents.', json: true }),
    render: ListPage,
  })

function ListPage({ answer: { guides } }: { answer: { guides: readonly Titled[] } }) {
  return (
    <div>
      <h1>Guides</h1>
      <p class="lead">How to use and run this network.</p>
      <section>
        <h2>For people</h2>
        <List guides={FOR_PEOPLE.flatMap(name => guides.filter(guide => guide.name === name))} />
      </section>
      <section>
        <h2>For agents</h2>
        <p>Agents find these on their own. You can also give one to your agent.</p>
        <List guides={guides.filter(({ name }) => !FOR_PEOPLE.includes(name))} />
      </section>
    </div>
  )
}

function List({ guides }: { guides: readonly Titled[] }) {
  const { links } = usePage()
  return (
    <ul class="plain-list">
      {guides.map(({ name, title }) => (
        <li key={name}>
          <a href={links.to(`/guides/${name}`)}>{title}</a>
        </li>
      ))}
    </ul>
  )
}

const guidePage = (guides: ReadonlyMap<string, Guide>) =>
  definePage({
    audience: 'anyone',
    async ask({ parameters }) {
      const guide = guides.get(parameters.name!)
      if (!guide) throw new Problem('not-found', 'There is no such guide.')
      return { answer: { name: parameters.name!, text: guide.make() } }
    },
    head: ({ answer: { name, text } }) => ({
      title: titleOf(text),
      canonical: `/guides/${name}`,
      crumbs: [{ path: '/guides', label: 'Guides' }],
      json: true,
    }),
    render: ({ answer: { text } }) => <GuideText text={text} />,
  })
