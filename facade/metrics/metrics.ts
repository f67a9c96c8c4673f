import type { Meters } from './meters.ts'
import type { Gauges, Report } from './prom-registry.ts'

export interface Metrics {
  /** The figures of this process alone. */
  report(): Promise<Report>
  /** The figures of all processes of this server, in Prometheus' text format. */
  render(): Promise<{ content_type: string; body: string }>
  stop(): void
}

/** Asks every process of this server for its figures; `report` gives those of this one. */
export type Gather = (report: () => Promise<Report>) => Promise<Report[]>

/** prom-client is loaded when first asked: it costs 11 MB and 40 ms, and many servers are never asked. */
export function openMetrics(meters: Meters, gauges: Gauges, gather: Gather): Metrics {
  let opening: Promise<ReturnType<typeof import('./prom-registry.ts').openRegistry>> | undefined
  const open = () => (opening ??= import('./prom-registry.ts').then(({ openRegistry }) => openRegistry(meters, gauges)))
  const report = async () => await (await open()).report()
  return {
    report,
    async render() {
      const [{ renderReports }, reports] = await Promise.all([import('./prom-registry.ts'), gather(report)])
      return await renderReports(reports)
    },
    stop() {
      void opening?.then(({ stop }) => stop())
    },
  }
}
