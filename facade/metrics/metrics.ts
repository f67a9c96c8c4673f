import type { Meters } from './meters.ts'
import { type Gauges, openReporter, type Report, type Reporter } from './report.ts'

export interface Metrics {
  /** The figures of this process alone. */
  report(): Promise<Report>
  /** The figures of all processes of this server, in Prometheus' text format. */
  render(): Promise<{ content_type: string; body: string }>
  stop(): void
}

/** Asks every process of this server for its figures; `report` gives those of this one. */
export type Gather = (report: () => Promise<Report>) => Promise<Report[]>

/** Nothing watches and prom-client is not loaded before somebody asks: it costs 11 MB and 40 ms, and many never do. */
export function openMetrics(meters: Meters, gauges: Gauges, gather: Gather): Metrics {
  let reporter: Reporter | undefined
  const report = async () => (reporter ??= openReporter(meters, gauges)).report()
  return {
    report,
    async render() {
      const [{ renderReports }, reports] = await Promise.all([import('./render.ts'), gather(report)])
      return await renderReports(reports)
    },
    stop() {
      reporter?.stop()
    },
  }
}
