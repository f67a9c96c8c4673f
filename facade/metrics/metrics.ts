import type { Meters } from './meters.ts'
import { createReporter, type Gauges, type MetricsReport, type Reporter } from './metrics-report.ts'

export interface Metrics {
  /** The metrics of this process. */
  report(): Promise<MetricsReport>
  /** The metrics of all processes of this server, in Prometheus' text format. */
  render(): Promise<{ content_type: string; body: string }>
  stop(): void
}

/** Collects the reports of all processes of this server; `report` is that of this one. */
export type GatherReports = (report: () => Promise<MetricsReport>) => Promise<MetricsReport[]>

/**
 * prom-client and observers are loaded by the first scrape: they cost 11 MB and 40 ms, and many servers never need
 * them.
 */
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
