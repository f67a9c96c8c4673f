import type { Meters } from './meters.ts'
import { createReporter, type Gauges, type MetricsReport, type Reporter } from './metrics-report.ts'

export interface Metrics {
  /** The figures of this process alone. */
  report(): Promise<MetricsReport>
  /** The figures of all processes of this server, in Prometheus' text format. */
  render(): Promise<{ content_type: string; body: string }>
  stop(): void
}

/** Asks every process of this server for its figures; `report` gives those of this one. */
export type GatherReports = (report: () => Promise<MetricsReport>) => Promise<MetricsReport[]>

/** Nothing watches and prom-client is not loaded before somebody asks: it costs 11 MB and 40 ms, and many never do. */
export function createMetrics(meters: Meters, gauges: Gauges, gather: GatherReports): Metrics {
  let reporter: Reporter | undefined
  const report = async () => (reporter ??= createReporter(meters, gauges)).report()
  return {
    report,
    async render() {
      const [{ renderReports }, reports] = await Promise.all([import('./render-metrics.ts'), gather(report)])
      return await renderReports(reports)
    },
    stop() {
      reporter?.stop()
    },
  }
}
