import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { aheadOf } from './keeping.ts'
import { PARTITIONED } from './partitioned.ts'
import { listParts, restOf } from './partitions.ts'

export interface PartitionedTable {
  table: string
  parts: number
  aheadSeconds: number
  restBytes: number
}

/** How each partitioned table stands at that time, in ms since 1970. */
export async function lookAtPartitions(db: Queryable, now: number): Promise<PartitionedTable[]> {
  const seen: PartitionedTable[] = []
  for (const of of PARTITIONED) {
    const parts = await listParts(db, of)
    const { bytes } = await db.one<{ bytes: number }>(
      SQL`select pg_relation_size(${restOf(of)}::text::regclass) as bytes`,
    )
    seen.push({ table: of.table, parts: parts.length, aheadSeconds: aheadOf(parts, now) / 1000, restBytes: bytes })
  }
  return seen
}
