import type { z } from 'zod'
import { showHistory } from '../../../tools/overview/show-history.ts'
import { showStats } from '../../../tools/overview/show-stats.ts'
import { definePage, type Shown } from '../page.ts'
import { useGround } from '../shell/ground.ts'
import { Charts, type HistoryRow } from './parts/charts.tsx'
import { Frame } from './parts/frame.tsx'
import { Rows } from './parts/rows.tsx'
import { ask, HERE } from './staff.ts'

interface OverviewView extends Shown {
  stats: z.output<typeof showStats.output>
  history: readonly HistoryRow[]
}

export const overviewPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const [stats, { rows }] = await Promise.all([ask(visit, showStats, {}), ask(visit, showHistory, { rows: 48 })])
    return { answer: stats, rows }
  },
  view: ({ answer, rows }): OverviewView => ({
    head: { title: 'Running this installation', isUnlisted: true, isWide: true },
    stats: answer,
    history: rows,
  }),
  render: OverviewPage,
})

const LEADS: Readonly<Record<string, string>> = {
  'open reports': '/reports',
  'pending contests': '/contests',
  'requests for reserved handles': '/handles',
  'requests for owners': '/verbs/ownership/list',
  'mail that waits': '/mail',
  'mail that was given up': '/mail',
  'webhooks that are disabled': '/deliveries?status=disabled',
  'jobs that fail': '/jobs',
}

function OverviewPage({ stats: { waiting, totals, lately }, history }: OverviewView) {
  const { links } = useGround()
  const counted = totals.map(({ what, count, is_estimate }) => ({
    what,
    count,
    counted: is_estimate ? 'about' : 'exactly',
  }))
  return (
    <Frame title="Running this installation">
      <h2>What waits</h2>
      <ul class="waiting">
        {waiting.map(({ what, count, is_cut }) => (
          <li key={what} class={count > 0 ? 'calls' : ''}>
            <strong>{`${count.toLocaleString('en')}${is_cut ? ' or more' : ''}`}</strong>
            <a href={links.to(`${HERE}${LEADS[what] ?? ''}`)}>{what}</a>
          </li>
        ))}
      </ul>
      <h2>The last two days</h2>
      <Charts rows={history} />
      <Rows caption="What happened lately" rows={lately} columns={['what', 'hour', 'day']} />
      <Rows caption="What there is" rows={counted} columns={['what', 'count', 'counted']} />
    </Frame>
  )
}
