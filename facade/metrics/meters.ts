import type { BatchObserver } from '../../storage/db/batch.ts'
import type { JobObserver } from '../../tools/core/jobs/job-runner.ts'
import { DURATION_BOUNDS } from '../../tools/overview/duration-buckets.ts'

/** Counters of the process, independent of how they are published. */
export interface Meters {
  /** `route` is a template or a fixed name, never a raw path. `status` 0: no response. */
  countRequest(method: string, route: string, status: number, seconds: number): void
  countBatch: BatchObserver
  countJob: JobObserver
  /** Coercions of tool arguments; both labels are fixed names. */
  countCoerced(tool: string, kind: string): void
  readonly requests: Histogram
  readonly batches: Histogram
  readonly jobs: ReadonlyMap<string, JobFigures>
  readonly coerced: ReadonlyMap<string, ReadonlyMap<string, number>>
}

interface JobFigures {
  succeeded: number
  failed: number
  /** In ms since 1970. */
  lastSuccess: number | undefined
}

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256]

export function createMeters(jobNames: readonly string[]): Meters {
  const { requests, countRequest } = openRequestMeter()
  const batches = openHistogram(SIZES)
  const byStatement = new Map<string, (size: number) => void>()
  const mended = new Map<string, Map<string, number>>()
  const jobs = new Map(jobNames.map(name => [name, { succeeded: 0, failed: 0, lastSuccess: undefined } as JobFigures]))
  return {
    requests,
    countRequest,
    batches,
    countBatch(statement, size) {
      let observe = byStatement.get(statement)
      if (!observe) byStatement.set(statement, (observe = batches.open({ statement })))
      observe(size)
    },
    coerced: mended,
    countCoerced(tool, kind) {
      const byKind = getOrSet(mended, tool, () => new Map<string, number>())
      byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
    },
    jobs,
    countJob(name, outcome, at) {
      const figures = jobs.get(name)
      if (!figures) return
      figures[outcome]++
      if (outcome === 'succeeded') figures.lastSuccess = at
    },
  }
}

/** Clients choose the method; unknown ones share one label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type ByStatus = ((seconds: number) => void)[]

function openRequestMeter(): Pick<Meters, 'requests' | 'countRequest'> {
  const requests = openHistogram(DURATION_BOUNDS)
  const byRoute = new Map<string, Map<string, ByStatus>>()

  function open(method: string, route: string, status: number): (seconds: number) => void {
    const byMethod = getOrSet(byRoute, route, () => new Map<string, ByStatus>())
    const byStatus = getOrSet(byMethod, method, () => [])
    return (byStatus[status] ??= requests.open({ method, route, status: status === 0 ? 'none' : String(status) }))
  }

  return {
    requests,
    countRequest(method, route, status, seconds) {
      const known = byRoute.get(route)?.get(method)?.[status]
      const observe = known ?? open(METHODS.has(method) ? method : 'other', route, status)
      observe(seconds)
    },
  }
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}

/** How often each bucket was hit, for one set of labels. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** By upper bound; the last counts what is above all of them. */
  readonly counts: number[]
  sum: number
}

export interface Histogram {
  readonly bounds: readonly number[]
  readonly series: readonly Series[]
  /** Opens the series with these labels, once per process; each call of the returned function records one value. */
  open(labels: Series['labels']): (value: number) => void
}

/** Counts in plain numbers: an observation takes a twentieth of the time of prom-client's, and allocates nothing. */
function openHistogram(bounds: readonly number[]): Histogram {
  const series: Series[] = []
  return {
    bounds,
    series,
    open(labels) {
      const counts: number[] = Array(bounds.length + 1).fill(0)
      const one: Series = { labels, counts, sum: 0 }
      series.push(one)
      return value => {
        let bucket = 0
        while (bucket < bounds.length && value > bounds[bucket]!) bucket++
        counts[bucket]!++
        one.sum += value
      }
    },
  }
}

export const countOf = ({ counts }: Series): number => counts.reduce((sum, count) => sum + count, 0)
