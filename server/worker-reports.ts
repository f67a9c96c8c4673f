import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { MetricsReport } from '../facade/metrics/metrics-report.ts'

/** The protocol between server processes and their primary for shared metrics. */
type GatherMessage =
  | { metrics: 'gather'; id: number }
  | { metrics: 'gathered'; id: number; reports: MetricsReport[] }
  | { metrics: 'report'; id: number }
  | { metrics: 'reported'; id: number; reports: MetricsReport[] }

type Resolve = (reports: MetricsReport[]) => void

/** A process that does not respond within this time is left out. */
const PATIENCE_MS = 3_000

/** In the primary: collects the reports of all processes for the one that requested them. */
export function createReportRelay(): { join(worker: Worker): void } {
  const serving = new Map<Worker, Map<number, Resolve>>()
  let lastId = 0

  const ask = ([worker, pending]: [Worker, Map<number, Resolve>]) =>
    new Promise<MetricsReport[]>(resolve => {
      const id = ++lastId
      const timer = setTimeout(() => finish([]), PATIENCE_MS)
      const finish: Resolve = reports => {
        clearTimeout(timer)
        pending.delete(id)
        resolve(reports)
      }
      pending.set(id, finish)
      send(worker, { metrics: 'report', id })
    })

  return {
    join(worker) {
      const pending = new Map<number, Resolve>()
      serving.set(worker, pending)
      worker.once('exit', () => {
        serving.delete(worker)
        for (const finish of [...pending.values()]) finish([])
      })
      worker.on('message', async (message: GatherMessage) => {
        if (message.metrics === 'reported') pending.get(message.id)?.(message.reports)
        if (message.metrics !== 'gather') return
        const reports = (await Promise.all([...serving].map(ask))).flat()
        send(worker, { metrics: 'gathered', id: message.id, reports })
      })
    },
  }
}

/** In a server process: requests the reports of all processes from the primary. */
export function createReportChannel(log: Logger): {
  gather(): Promise<MetricsReport[]>
  serve(report: () => Promise<MetricsReport>): void
} {
  const pending = new Map<number, Resolve>()
  let lastId = 0
  process.on('message', (message: GatherMessage) => {
    if (message.metrics !== 'gathered') return
    pending.get(message.id)?.(message.reports)
    pending.delete(message.id)
  })
  const noReport = (error: unknown) => {
    log.error({ err: error }, 'could not collect metrics')
    return []
  }
  return {
    gather: () =>
      new Promise(resolve => {
        const id = ++lastId
        pending.set(id, resolve)
        send(process, { metrics: 'gather', id })
      }),
    serve(report) {
      process.on('message', async (message: GatherMessage) => {
        if (message.metrics !== 'report') return
        send(process, { metrics: 'reported', id: message.id, reports: await report().then(one => [one], noReport) })
      })
    },
  }
}

/** A requester that has exited gets no response. */
function send(to: Pick<Worker, 'send'> | NodeJS.Process, message: GatherMessage): void {
  to.send?.(message, undefined, undefined, () => {})
}
