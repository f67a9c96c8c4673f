import { showHistory } from '../../../tools/overview/show-history.ts'
import { showStats } from '../../../tools/overview/show-stats.ts'
import { definePage, type Output } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { type ChartRow, Charts } from './parts/history-charts.tsx'
import { TableRows } from './parts/table-rows.tsx'

interface Props {
  answer: Output<typeof showStats>
  history: readonly ChartRow[]
}

export const overviewPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const [answer, { rows: history }] = await Promise.all([
      callTool(visit, showStats, {}),
      callTool(visit, showHistory, { rows: 48 }),
    ])
    return { answer, history }
  },
  head: () => ({ title: 'Administration', isUnlisted: true, isWide: true }),
  render: OverviewPage,
})

const LEADS: Readonly<Record<string, string>> = {
  'open reports': '/reports',
  'pending contests': '/contests',
  'reserved handle requests': '/handles',
  'ownership requests': '/verbs/ownership/list',
  'pending mail': '/mail',
  'failed mail': '/mail',
  'disabled webhooks': '/deliveries?status=disabled',
  'failing jobs': '/jobs',
}

function OverviewPage({ answer: { waiting, totals, lately }, history }: Props) {
  const { links } = usePage()
  const counted = totals.map(({ what, count, is_estimate }) => ({
    what,
    count,
    counted: is_estimate ? 'estimate' : 'exact',
  }))
  return (
    <AdminFrame title="Administration">
      <h2>Pending</h2>
      <ul class="waiting">
        {waiting.map(({ what, count, is_cut }) => (
          <li key={what} class={count > 0 ? 'calls' : ''}>
            <strong>{`${count.toLocaleString('en')}${is_cut ? ' or more' : ''}`}</strong>
            <a href={links.to(`${ADMIN_PATH}${LEADS[what] ?? ''}`)}>{what}</a>
          </li>
        ))}
      </ul>
      <h2>Last two days</h2>
      <Charts rows={history} />
      <TableRows caption="Recent activity" rows={lately} columns={['what', 'hour', 'day']} />
      <TableRows caption="Totals" rows={counted} columns={['what', 'count', 'counted']} />
    </AdminFrame>
  )
}
