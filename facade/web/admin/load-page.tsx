import { showHistory } from '../../../tools/overview/show-history.ts'
import { definePage, type Output } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { Charts } from './parts/history-charts.tsx'

type Span = 'minute' | 'hour' | 'day'

const SPANS: readonly { span: Span; rows: number; label: string }[] = [
  { span: 'minute', rows: 60, label: 'Last hour' },
  { span: 'hour', rows: 48, label: 'Last two days' },
  { span: 'day', rows: 90, label: 'Last 90 days' },
]

const spanOf = (text: string | null) => SPANS.find(({ span }) => span === text) ?? SPANS[1]!

export const loadPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const { span, rows } = spanOf(visit.query.get('span'))
    return { span, answer: await callTool(visit, showHistory, { span, rows }) }
  },
  head: () => ({ title: 'Load and activity', isUnlisted: true, isWide: true }),
  render: LoadPage,
})

function LoadPage({ span, answer: { rows } }: { span: Span; answer: Output<typeof showHistory> }) {
  const { links } = usePage()
  return (
    <AdminFrame
      title="Load and activity"
      lead={`Requests to all servers and activity of agents, by ${span}. Counts of new content lag by two minutes.`}
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
