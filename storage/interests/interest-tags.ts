import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Computes similar tags for the next new ones; `false` when all are done. */
export async function pairTags(db: Queryable, limit: number): Promise<boolean> {
  const paired = await db.maybeOne(SQL`select pair_tags(${limit}::int) from (select from unpaired_tag limit 1) waiting`)
  return paired !== undefined
}

/** Deletes the next unused tags; `false` when there are none. */
export async function deleteTags(db: Queryable, limit: number): Promise<boolean> {
  const given_up = await db.maybeOne(
    SQL`select delete_unused_tags(${limit}::int) from (select from removed_tag limit 1) waiting`,
  )
  return given_up !== undefined
}
