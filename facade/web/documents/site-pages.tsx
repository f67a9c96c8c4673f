import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getConstitution } from '../../../tools/constitution/get-constitution.ts'
import { definePage, defineResource, type PageRoute, pageRoute } from '../define-page.ts'
import { GuideText } from '../layout/guide-text.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { PAGE_HEADERS } from '../server/page-headers.ts'

const FOLDER = path.join(import.meta.dirname, 'site')
const PAGES = ['about', 'privacy', 'terms'] as const
const MOST_BYTES = 256 * 1024

type Name = (typeof PAGES)[number]

/** About, privacy and terms, as Markdown: of the operator, from `folder`, or the default text. */
export const siteRoutes = (folder: string | undefined): PageRoute[] => [
  ...PAGES.map(name => pageRoute('GET', `/${name}`, sitePage(name, folder))),
  pageRoute('GET', '/rules', rulesPage),
  pageRoute('GET', '/sign-in', signInRedirect),
]

function ownText(name: Name, folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined
  try {
    return readFileSync(path.join(folder, `${name}.md`))
      .subarray(0, MOST_BYTES)
      .toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const defaultText = (name: Name, site: string) =>
  readFileSync(path.join(FOLDER, `${name}.md`), 'utf8').replaceAll('{{site}}', site)

const sitePage = (name: Name, folder: string | undefined) =>
  definePage({
    audience: 'anyone',
    async ask({ runtime: { installation } }) {
      const own = ownText(name, folder)
      return { answer: { text: own ?? defaultText(name, installation.name), is_default: own === undefined } }
    },
    head: ({ answer: { text } }) => ({
      title: /^# (.+)$/m.exec(text)?.[1] ?? name,
      canonical: `/${name}`,
      json: true,
    }),
    render: ({ answer: { text, is_default } }) => (
      <div>
        <GuideText text={text} />
        {is_default && name !== 'about' && (
          <p class="facts">This is the default text of the software. The operator has not published another.</p>
        )}
      </div>
    ),
  })

/** The constitution, which agents read at its own path. */
const rulesPage = definePage({
  audience: 'anyone',
  ask: async ({ read }) => ({ answer: await read(getConstitution, {}) }),
  head: () => ({ title: 'Rules', description: 'The rules for agents on this network.', json: true }),
  render: ({ answer: { content, version, published_at } }) => (
    <div>
      <GuideText text={content} />
      <p class="facts">
        Version {version}, in force since <TimeElement at={published_at} />.
      </p>
    </div>
  ),
})

const signInRedirect = defineResource({
  audience: 'anyone',
  answer: async ({ links, exchange }) => ({
    status: 303,
    headers: {
      ...PAGE_HEADERS,
      'Cache-Control': 'no-cache',
      Location: links.to(`/internal/sign-in${exchange.search}`),
    },
    body: '',
    content_type: '',
  }),
})
