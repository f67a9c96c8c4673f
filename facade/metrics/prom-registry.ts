import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Aggregator, AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../../storage/db/db.ts'
import type { BudgetUse } from '../../tools/kernel/turns/budgets.ts'
import { type Histogram as Counted, countOf, type Series } from './histogram.ts'
import type { Meters } from './meters.ts'

/** What is asked only when somebody wants to know. */
export interface Gauges {
  pools: Readonly<Record<string, Pick<Db, 'waiting' | 'size'>>>
  sequencerLagMs(): number
  followers(): number
  streams(): number
  clockOffsetMs(): number
  budgets: Pick<BudgetUse, 'used' | 'overdrawn'>
}

/** The figures of one process, as they travel to the one that answers. */
export type Report = object[]

type Labels = Record<string, string>
type Row = [labels: Labels, value: number]

const LOOP_RESOLUTION_MS = 20

/** All metrics of one process; `stop` ends the watch over its event loop. */
export function openRegistry(meters: Meters, gauges: Gauges) {
  const registry = new Registry()
  addRequests(registry, meters)
  addBatches(registry, meters)
  addJobs(registry, meters)
  addGauges(registry, gauges)
  addProcess(registry)
  const stop = addEventLoop(registry)
  return { report: (): Promise<Report> => registry.getMetricsAsJSON(), stop }
}

/** The figures of all processes as one text: counts add up, of delays the longest is told. */
export async function renderReports(reports: readonly Report[]): Promise<{ content_type: string; body: string }> {
  const registry = AggregatorRegistry.aggregate([...reports])
  return { content_type: Registry.PROMETHEUS_CONTENT_TYPE, body: await registry.metrics() }
}

function addRequests(registry: Registry, { requests }: Meters): void {
  const labelNames = ['method', 'route', 'status']
  const help = 'Requests answered; status none: the client left before.'
  addCounter(registry, { name: 'colloquy_http_requests_total', help, labelNames }, () =>
    requests.series.map(one => [one.labels, countOf(one)]),
  )
  const duration = 'Seconds from the request to its answer, of streams to their opening.'
  addHistogram(registry, { name: 'colloquy_http_request_duration_seconds', help: duration, labelNames }, requests)
}

function addBatches(registry: Registry, { batches }: Meters): void {
  const help = 'Calls that one run of a statement served.'
  addHistogram(registry, { name: 'colloquy_batch_size', help, labelNames: ['statement'] }, batches)
}

function addJobs(registry: Registry, { jobs }: Meters): void {
  const runs = 'Runs of a background job, by outcome.'
  addCounter(registry, { name: 'colloquy_job_runs_total', help: runs, labelNames: ['job', 'outcome'] }, () =>
    [...jobs].flatMap(([job, { succeeded, failed }]): Row[] => [
      [{ job, outcome: 'succeeded' }, succeeded],
      [{ job, outcome: 'failed' }, failed],
    ]),
  )
  const last = 'When the job last succeeded in a process that still runs, in seconds since 1970.'
  const name = 'colloquy_job_last_success_timestamp_seconds'
  addGauge(registry, { name, help: last, labelNames: ['job'], aggregator: 'max' }, () =>
    [...jobs].flatMap(([job, { lastSuccess }]): Row[] =>
      lastSuccess === undefined ? [] : [[{ job }, lastSuccess / 1000]],
    ),
  )
}

function addGauges(registry: Registry, gauges: Gauges): void {
  const { pools, sequencerLagMs, followers, streams, clockOffsetMs } = gauges
  const calls = 'Statements and transactions of a pool: under way, and waiting for one of its connections.'
  addGauge(registry, { name: 'colloquy_pool_calls', help: calls, labelNames: ['pool', 'state'] }, () =>
    Object.entries(pools).flatMap(([pool, { waiting, size }]): Row[] => [
      [{ pool, state: 'under_way' }, Math.min(waiting(), size)],
      [{ pool, state: 'waiting' }, Math.max(waiting() - size, 0)],
    ]),
  )
  const lag = 'How long committed events may have waited for their numbers.'
  addGauge(registry, { name: 'colloquy_sequencer_lag_seconds', help: lag, aggregator: 'max' }, () => [
    [{}, sequencerLagMs() / 1000],
  ])
  const following = 'Readers that follow the log of an agent.'
  addGauge(registry, { name: 'colloquy_event_followers', help: following }, () => [[{}, followers()]])
  addGauge(registry, { name: 'colloquy_mcp_streams', help: 'Open MCP streams.' }, () => [[{}, streams()]])
  addBudgets(registry, gauges.budgets)
  // The processes of one answer share a machine.
  const offset = "By how much this machine's clock is ahead of the database's, which is the one that counts."
  addGauge(registry, { name: 'colloquy_clock_offset_seconds', help: offset, aggregator: 'first' }, () => [
    [{}, clockOffsetMs() / 1000],
  ])
}

function addBudgets(registry: Registry, budgets: Gauges['budgets']): void {
  const used = 'What is in use of a budget of all clients together, in its unit.'
  addGauge(registry, { name: 'colloquy_budget_used', help: used, labelNames: ['budget'] }, () =>
    budgets.used().map(([budget, value]): Row => [{ budget }, value]),
  )
  const overdrawn = 'How often somebody was refused or cut off for a budget.'
  addCounter(registry, { name: 'colloquy_budget_overdrawn_total', help: overdrawn, labelNames: ['budget'] }, () =>
    [...budgets.overdrawn].map(([budget, value]): Row => [{ budget }, value]),
  )
}

/** Of prom-client's own set, those that cost nothing between two scrapes: no observer of collections, no second timer. */
function addProcess(registry: Registry): void {
  addGauge(registry, { name: 'colloquy_processes', help: 'Server processes in this answer.' }, () => [[{}, 1]])
  addCounter(registry, { name: 'process_cpu_seconds_total', help: 'CPU time of all processes.' }, () => {
    const { user, system } = process.cpuUsage()
    return [[{}, (user + system) / 1e6]]
  })
  addGauge(registry, { name: 'process_resident_memory_bytes', help: 'Resident memory, of all processes.' }, () => [
    [{}, process.memoryUsage.rss()],
  ])
  addGauge(registry, { name: 'nodejs_heap_size_used_bytes', help: 'JavaScript heap in use, of all processes.' }, () => [
    [{}, process.memoryUsage().heapUsed],
  ])
}

function addEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  delay.enable()
  // It records the time between two ticks of its timer, which are a resolution apart when nothing delays them.
  const seconds = (percentile: number) =>
    delay.count === 0 ? 0 : Math.max(0, delay.percentile(percentile) / 1e6 - LOOP_RESOLUTION_MS) / 1000
  const help = 'By how much the event loop was late since the figures were last asked for; the worst process.'
  const name = 'colloquy_event_loop_delay_seconds'
  addGauge(registry, { name, help, labelNames: ['quantile'], aggregator: 'max' }, () => {
    const rows: Row[] = [
      [{ quantile: '0.5' }, seconds(50)],
      [{ quantile: '0.99' }, seconds(99)],
    ]
    delay.reset()
    return rows
  })
  return () => delay.disable()
}

interface Naming {
  name: string
  help: string
  labelNames?: string[]
  aggregator?: Aggregator
}

function addGauge(registry: Registry, naming: Naming, read: () => Row[]): void {
  new Gauge({
    ...naming,
    registers: [registry],
    collect() {
      this.reset()
      for (const [labels, value] of read()) this.set(labels, value)
    },
  })
}

function addCounter(registry: Registry, naming: Naming, read: () => (readonly [Series['labels'], number])[]): void {
  new Counter({
    ...naming,
    registers: [registry],
    collect() {
      this.reset()
      for (const [labels, value] of read()) this.inc(labels, value)
    },
  })
}

function addHistogram(registry: Registry, naming: Naming, counted: Counted): void {
  const histogram = new Histogram({ ...naming, buckets: [...counted.bounds], registers: [registry] })
  const describe = histogram.get.bind(histogram)
  histogram.get = async () => ({
    ...(await describe()),
    values: counted.series.flatMap(valuesOf(naming.name, counted)),
  })
}

/** One series on the wire: each bucket holds those below it too. */
const valuesOf =
  (name: string, { bounds }: Counted) =>
  ({ labels, counts, sum }: Series) => {
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
