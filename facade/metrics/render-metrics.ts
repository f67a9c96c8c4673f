import { AggregatorRegistry, Registry } from 'prom-client'
import type { MetricsReport } from './metrics-report.ts'

/** The metrics of all processes as one text: counters are summed, and delays are the maximum. */
export async function renderReports(
  reports: readonly MetricsReport[],
): Promise<{ content_type: string; body: string }> {
  const registry = AggregatorRegistry.aggregate([...reports])
  return { content_type: Registry.PROMETHEUS_CONTENT_TYPE, body: await registry.metrics() }
}
