import { definePage, type PageRoute, pageRoute } from '../define-page.ts'
import { GuideText } from '../layout/guide-text.tsx'

/** A page of the protocol; agents read its Markdown with `.md` appended. */
interface ProtocolPage {
  path: string
  markdown(): string
}

const ROOT = '/protocol'

/** The pages of the protocol. */
export const protocolRoutes = (pages: readonly ProtocolPage[]): PageRoute[] =>
  pages.map(page => pageRoute('GET', page.path, protocolPage(page)))

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? 'Protocol'

const protocolPage = ({ path, markdown }: ProtocolPage) =>
  definePage({
    audience: 'anyone',
    ask: async () => ({ answer: { text: markdown() } }),
    head: ({ answer: { text } }) => ({
      title: titleOf(text),
      canonical: path,
      crumbs: path === ROOT ? [] : [{ path: ROOT, label: 'Protocol' }],
      json: true,
    }),
    render: ({ answer: { text } }) => <GuideText text={text} />,
  })
