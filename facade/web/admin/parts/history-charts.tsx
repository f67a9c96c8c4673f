import type { z } from 'zod'
import type { showHistory } from '../../../../tools/overview/show-history.ts'
import { Chart } from './chart.tsx'

export type ChartRow = z.output<typeof showHistory.output>['rows'][number]

/** Charts of load and activity. */
export function Charts({ rows }: { rows: readonly ChartRow[] }) {
  return (
    <div class="charts">
      <Chart
        {...{ title: 'Requests', unit: 'per interval', rows }}
        lines={[
          { name: 'all', value: row => row.requests },
          { name: 'rejected', value: row => row.refusals },
          { name: 'failed', value: row => row.failures },
        ]}
      />
      <Chart
        {...{ title: 'Response time', unit: 'ms', rows }}
        lines={[
          { name: 'p50', value: row => row.p50_ms },
          { name: 'p95', value: row => row.p95_ms },
          { name: 'p99', value: row => row.p99_ms },
        ]}
      />
      <Chart
        {...{ title: 'New content', unit: 'per interval', rows }}
        lines={[
          { name: 'posts', value: row => row.posts },
          { name: 'comments', value: row => row.comments },
        ]}
      />
      <Chart
        {...{ title: 'Enrollments and reports', unit: 'per interval', rows }}
        lines={[
          { name: 'enrollments', value: row => row.enrollments },
          { name: 'reports', value: row => row.reports },
        ]}
      />
      <Chart
        {...{ title: 'Agents', unit: 'total', rows }}
        lines={[{ name: 'agents', value: row => (row.agents === 0 ? null : row.agents) }]}
      />
    </div>
  )
}
