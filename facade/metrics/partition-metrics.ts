import { gauge, type Metric, type MetricRow } from './metric.ts'

/** The state of a partitioned table in the shared database. */
export interface PartitionState {
  table: string
  parts: number
  /** How far into the future partitions exist. */
  aheadSeconds: number
  /** Size of the default partition. */
  restBytes: number
}

export async function reportPartitions(look: () => Promise<readonly PartitionState[]>): Promise<Metric[]> {
  // Without the database, the other metrics are still reported.
  const seen = await look().catch(() => [])
  const rows = (figure: Exclude<keyof PartitionState, 'table'>): MetricRow[] =>
    seen.map(one => [{ table: one.table }, one[figure]])
  // The same in each process.
  return [
    gauge('colloquy_partitions', 'Partitions of a time-partitioned table.', rows('parts'), 'max'),
    gauge(
      'colloquy_partitions_ahead_seconds',
      'How far into the future partitions exist.',
      rows('aheadSeconds'),
      'max',
    ),
    gauge('colloquy_partitions_rest_bytes', 'Size of the rows written without a partition.', rows('restBytes'), 'max'),
  ]
}
