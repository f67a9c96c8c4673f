import type { Queryable } from '../db/db.ts'
import { aheadOf } from './keeping.ts'
import { PARTITIONED } from './partitioned.ts'
import { listPartsOf } from './partitions.ts'

export interface PartitionedTable {
  table: string
  parts: number
  aheadSeconds: number
  restBytes: number
}

/** How each partitioned table stands at that time, in ms since 1970. */
export async function lookAtPartitions(db: Queryable, now: number): Promise<PartitionedTable[]> {
  const seen = await listPartsOf(db, PARTITIONED)
  return seen.map(({ table, parts, restBytes }) => ({
    table,
    parts: parts.length,
    restBytes,
    aheadSeconds: aheadOf(parts, now) / 1000,
  }))
}
