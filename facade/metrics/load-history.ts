import type { Logger } from 'pino'
import { coalesce } from '../../concurrency/coalesced-task.ts'
import type { Db } from '../../storage/db/db.ts'
import { addLoad, type RequestLoad } from '../../storage/overview/load-history.ts'
import type { Meters } from './meters.ts'
import { countOf, type Series } from './meters.ts'

export interface LoadHistoryParts {
  db: Db
  meters: Pick<Meters, 'requests'>
  clock(): number
  log: Logger
}

/** Adds the load of this process to the history that all processes share. */
export interface LoadHistory {
  start(): void
  /** Adds what was observed since the last call. Never rejects; what cannot be written is added next time. */
  record(): Promise<void>
  /** Adds the remaining data. */
  stop(): Promise<void>
}

const EVERY_MS = 10_000

export function createLoadHistory({ db, meters, clock, log }: LoadHistoryParts): LoadHistory {
  let reported = sumOf([])
  let timer: NodeJS.Timeout | undefined
  const adding = coalesce('storing the load history', log, async () => {
    const now = sumOf(meters.requests.series)
    const since = difference(now, reported)
    if (since.requests === 0) return
    await addLoad(db, since, new Date(clock()))
    reported = now
  })
  return {
    start() {
      timer = setInterval(() => void adding.runLogged(), EVERY_MS)
      timer.unref()
    },
    record: () => adding.runLogged(),
    async stop() {
      clearInterval(timer)
      await adding.runLogged()
    },
  }
}

/** A request whose client left before the response counts neither as rejected nor as failed. */
const isOf = (status: string | undefined, hundreds: string) => status?.startsWith(hundreds) === true

function sumOf(series: readonly Series[]): RequestLoad {
  const sum = { requests: 0, refusals: 0, failures: 0, durations: [] as number[] }
  for (const one of series) {
    const count = countOf(one)
    sum.requests += count
    if (isOf(one.labels.status, '4')) sum.refusals += count
    if (isOf(one.labels.status, '5')) sum.failures += count
    for (const [bucket, inBucket] of one.counts.entries()) {
      sum.durations[bucket] = (sum.durations[bucket] ?? 0) + inBucket
    }
  }
  return sum
}

const difference = (now: RequestLoad, before: RequestLoad): RequestLoad => ({
  requests: now.requests - before.requests,
  refusals: now.refusals - before.refusals,
  failures: now.failures - before.failures,
  durations: now.durations.map((count, bucket) => count - (before.durations[bucket] ?? 0)),
})
