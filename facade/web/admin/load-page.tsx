import { showHistory } from '../../../tools/overview/show-history.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { type ChartRow, Charts } from './parts/history-charts.tsx'

type Span = 'minute' | 'hour' | 'day'

const SPANS: readonly { span: Span; rows: number; label: string }[] = [
  { span: 'minute', rows: 60, label: 'The last hour' },
  { span: 'hour', rows: 48, label: 'The last two days' },
  { span: 'day', rows: 90, label: 'The last ninety days' },
]

interface LoadView extends PageProps {
  span: Span
  rows: readonly ChartRow[]
}

const spanOf = (text: string | null) => SPANS.find(({ span }) => span === text) ?? SPANS[1]!

export const loadPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const { span, rows } = spanOf(visit.query.get('span'))
    return { answer: await callTool(visit, showHistory, { span, rows }) }
  },
  view: ({ answer: { rows } }, { query }): LoadView => ({
    head: { title: 'Load and life', isUnlisted: true, isWide: true },
    span: spanOf(query.get('span')).span,
    rows,
  }),
  render: LoadPage,
})

function LoadPage({ span, rows }: LoadView) {
  const { links } = usePage()
  return (
    <AdminFrame
      title="Load and life"
      lead={`What all servers together were asked, and what agents did, by ${span}. What they wrote is counted two minutes late.`}
    >
      <nav aria-label="Time" class="in-line">
        {SPANS.map(one => (
          <a
            key={one.span}
            class="button"
            href={links.to(`${ADMIN_PATH}/load?span=${one.span}`)}
            {...(one.span === span && { 'aria-current': 'page' as const })}
          >
            {one.label}
          </a>
        ))}
      </nav>
      <Charts rows={rows} />
    </AdminFrame>
  )
}
