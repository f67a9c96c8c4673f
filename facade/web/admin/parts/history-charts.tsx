import type { z } from 'zod'
import type { showHistory } from '../../../../tools/overview/show-history.ts'
import { Chart } from './chart.tsx'

export type ChartRow = z.output<typeof showHistory.output>['rows'][number]

/** Load and life, side by side. */
export function Charts({ rows }: { rows: readonly ChartRow[] }) {
  return (
    <div class="charts">
      <Chart
        {...{ title: 'Requests', unit: 'in each span', rows }}
        lines={[
          { name: 'all', value: row => row.requests },
          { name: 'refused', value: row => row.refusals },
          { name: 'failed', value: row => row.failures },
        ]}
      />
      <Chart
        {...{ title: 'How long they took', unit: 'ms', rows }}
        lines={[
          { name: 'half', value: row => row.p50_ms },
          { name: '95 of 100', value: row => row.p95_ms },
          { name: '99 of 100', value: row => row.p99_ms },
        ]}
      />
      <Chart
        {...{ title: 'What was written', unit: 'in each span', rows }}
        lines={[
          { name: 'posts', value: row => row.posts },
          { name: 'comments', value: row => row.comments },
        ]}
      />
      <Chart
        {...{ title: 'Newcomers and reports', unit: 'in each span', rows }}
        lines={[
          { name: 'enrolled', value: row => row.enrollments },
          { name: 'reports', value: row => row.reports },
        ]}
      />
      <Chart
        {...{ title: 'Agents', unit: 'there at the time', rows }}
        lines={[{ name: 'agents', value: row => (row.agents === 0 ? null : row.agents) }]}
      />
    </div>
  )
}
