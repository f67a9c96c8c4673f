import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LimitUsage } from '../../concurrency/resource-limits.ts'
import type { Db } from '../../storage/db/db.ts'
import type { Meters } from './meters.ts'
import { countOf, type Histogram, type Series } from './meters.ts'
import { counter, gauge, type Metric, type MetricRow, type Value } from './metric.ts'
import { type PartitionState, reportPartitions } from './partition-metrics.ts'
import { type PaymentGauges, reportPayments } from './payment-metrics.ts'

/** Values that are read only on a scrape. */
export interface Gauges {
  pools: Readonly<Record<string, Pick<Db, 'waiting' | 'size'>>>
  sequencerLagMs(): number
  followers(): number
  streams(): number
  clockOffsetMs(): number
  limitUsage: Pick<LimitUsage, 'used' | 'rejections'>
  lookAtPartitions(): Promise<readonly PartitionState[]>
  /** Present if payments are configured. */
  payments?: PaymentGauges | undefined
}

/** The report of one process for the one that responds. */
export type MetricsReport = readonly Metric[]

const LOOP_RESOLUTION_MS = 20

/** All metrics of one process; `stop` ends the observation of its event loop. */
export interface Reporter {
  report(): Promise<MetricsReport>
  stop(): void
}

export function createReporter(meters: Meters, gauges: Gauges): Reporter {
  const loop = watchEventLoop()
  return {
    report: async () => [
      ...reportRequests(meters),
      histogram('colloquy_batch_size', 'Calls served by one run of a statement.', meters.batches),
      reportMended(meters),
      ...reportJobs(meters),
      ...reportGauges(gauges),
      ...(await reportPartitions(gauges.lookAtPartitions)),
      ...(gauges.payments ? await reportPayments(gauges.payments) : []),
      ...reportProcess(),
      loop.report(),
    ],
    stop: loop.stop,
  }
}

function reportRequests({ requests }: Meters): Metric[] {
  const help = 'Requests by status; status none: the client disconnected before the response.'
  const counts = requests.series.map((one): MetricRow => [one.labels, countOf(one)])
  const duration = 'Seconds from the request to its response; for streams, until they open.'
  return [
    counter('colloquy_http_requests_total', help, counts),
    histogram('colloquy_http_request_duration_seconds', duration, requests),
  ]
}

function reportMended({ coerced }: Meters): Metric {
  const rows = [...coerced].flatMap(([tool, byKind]) =>
    [...byKind].map(([kind, count]): MetricRow => [{ tool, kind }, count]),
  )
  return counter('colloquy_mcp_coerced_total', 'Arguments that were coerced to another value.', rows)
}

function reportJobs({ jobs }: Meters): Metric[] {
  const runs = [...jobs].flatMap(([job, { succeeded, failed }]): MetricRow[] => [
    [{ job, outcome: 'succeeded' }, succeeded],
    [{ job, outcome: 'failed' }, failed],
  ])
  const last = [...jobs].flatMap(([job, { lastSuccess }]): MetricRow[] =>
    lastSuccess === undefined ? [] : [[{ job }, lastSuccess / 1000]],
  )
  const help = 'When the job last succeeded in a process that is still running, in seconds since 1970.'
  return [
    counter('colloquy_job_runs_total', 'Runs of a background job, by outcome.', runs),
    gauge('colloquy_job_last_success_timestamp_seconds', help, last, 'max'),
  ]
}

function reportGauges({ pools, sequencerLagMs, followers, streams, clockOffsetMs, limitUsage }: Gauges): Metric[] {
  const calls = Object.entries(pools).flatMap(([pool, { waiting, size }]): MetricRow[] => [
    [{ pool, state: 'under_way' }, Math.min(waiting(), size)],
    [{ pool, state: 'waiting' }, Math.max(waiting() - size, 0)],
  ])
  const sizes = Object.entries(pools).map(([pool, { size }]): MetricRow => [{ pool }, size])
  const callsHelp = 'Statements and transactions of a pool: in progress, and waiting for a connection.'
  const lag = 'How long committed events waited for their sequence numbers.'
  const used = 'Current usage of a resource limit by all clients together, in its unit.'
  const rejections = 'Requests rejected or connections closed because of a resource limit.'
  const offset = "Difference between this machine's clock and the database's, which takes precedence."
  const byLimit = ([limit, value]: readonly [string, number]): MetricRow => [{ limit }, value]
  return [
    gauge('colloquy_pool_calls', callsHelp, calls),
    gauge('colloquy_pool_connections', 'Maximum connections of a pool.', sizes),
    gauge('colloquy_sequencer_lag_seconds', lag, sequencerLagMs() / 1000, 'max'),
    gauge('colloquy_event_subscribers', 'Readers that follow the event log of an agent.', followers()),
    gauge('colloquy_mcp_streams', 'Open MCP streams.', streams()),
    gauge('colloquy_limit_used', used, limitUsage.used().map(byLimit)),
    counter('colloquy_limit_rejections_total', rejections, [...limitUsage.rejections].map(byLimit)),
    // The processes of one report share a machine.
    gauge('colloquy_clock_offset_seconds', offset, clockOffsetMs() / 1000, 'first'),
  ]
}

/** Costs nothing between two scrapes: no observer of garbage collection, no second timer. */
function reportProcess(): Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return [
    gauge('colloquy_processes', 'Server processes in this report.', 1),
    counter('process_cpu_seconds_total', 'CPU time of all processes.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory, of all processes.', rss),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use, of all processes.', heapUsed),
  ]
}

function watchEventLoop() {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  delay.enable()
  // The histogram records the time between ticks, which equals the resolution if nothing delays them.
  const seconds = (percentile: number) =>
    delay.count === 0 ? 0 : Math.max(0, delay.percentile(percentile) / 1e6 - LOOP_RESOLUTION_MS) / 1000
  const help = 'Maximum event loop delay of any process since the last scrape.'
  return {
    report(): Metric {
      const rows = ['0.5', '0.99'].map((quantile): MetricRow => [{ quantile }, seconds(Number(quantile) * 100)])
      delay.reset()
      return gauge('colloquy_event_loop_delay_seconds', help, rows, 'max')
    },
    stop: () => delay.disable(),
  }
}

const histogram = (name: string, help: string, { bounds, series }: Histogram): Metric => ({
  name,
  help,
  type: 'histogram',
  aggregator: 'sum',
  values: series.flatMap(one => distribution(name, bounds, one)),
})

/** One series on the wire, with cumulative buckets. */
function distribution(name: string, bounds: readonly number[], { labels, counts, sum }: Series): Value[] {
  let below = 0
  const buckets = counts.map((count, index) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: bounds[index] ?? '+Inf' },
    value: (below += count),
  }))
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ]
}
