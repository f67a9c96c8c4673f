import { gauge, type Metric, type MetricRow } from './metric.ts'

/** How a table that is partitioned by time stands, of the database that all processes share. */
export interface PartitionState {
  table: string
  parts: number
  /** For how long from now on its rows have a partition of their own. */
  aheadSeconds: number
  /** Of what holds rows that have none. */
  restBytes: number
}

export async function reportPartitions(look: () => Promise<readonly PartitionState[]>): Promise<Metric[]> {
  // Without the database there are other figures still.
  const seen = await look().catch(() => [])
  const rows = (figure: Exclude<keyof PartitionState, 'table'>): MetricRow[] =>
    seen.map(one => [{ table: one.table }, one[figure]])
  // Each process tells the same.
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
