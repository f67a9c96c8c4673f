import type { Queryable } from '../db/db.ts'
import { listPartsOf } from './partition-ddl.ts'
import { aheadOf } from './partition-upkeep.ts'
import { PARTITIONED } from './partitioned-tables.ts'

export interface PartitionedTable {
  table: string
  parts: number
  aheadSeconds: number
  restBytes: number
}

/** The state of each partitioned table at that time, in ms since 1970. */
export async function readPartitionState(db: Queryable, now: number): Promise<PartitionedTable[]> {
  const seen = await listPartsOf(db, PARTITIONED)
  return seen.map(({ table, parts, restBytes }) => ({
    table,
    parts: parts.length,
    restBytes,
    aheadSeconds: aheadOf(parts, now) / 1000,
  }))
}
