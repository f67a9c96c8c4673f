import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Pairs the next tags with those that are like them; `false` when all were paired. */
export async function pairTags(db: Queryable, limit: number): Promise<boolean> {
  const paired = await db.maybeOne(SQL`select pair_tags(${limit}::int) from (select from unpaired_tag limit 1) waiting`)
  return paired !== undefined
}

/** Forgets the next tags that nobody has any more; `false` when none was given up. */
export async function deleteTags(db: Queryable, limit: number): Promise<boolean> {
  const given_up = await db.maybeOne(
    SQL`select delete_unused_tags(${limit}::int) from (select from removed_tag limit 1) waiting`,
  )
  return given_up !== undefined
}
