import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Ids of people, by lock mode. */
export interface PersonLocks {
  /** Those who act: they cannot be changed meanwhile. */
  shared: readonly string[]
  /** Those whose account changes: none of their own actions run concurrently. */
  exclusive: readonly string[]
}

/**
 * Locks people until the transaction ends; the first lock of every write that they make, or that deletes or changes
 * them. These are advisory locks rather than row locks: agents lock their own rows before those of people, whereas a
 * deletion must lock agents before the person's row, but must exclude the person's actions before it locks anything.
 * Taken in one order, so that people who delete each other do not deadlock.
 */
export async function lockPersons(db: Queryable, { shared, exclusive }: PersonLocks): Promise<void> {
  const ids = [...new Set([...shared, ...exclusive])].sort()
  await db.many(SQL`
    select case when id = any(${exclusive}::text[]) then pg_advisory_xact_lock(key)::text
      else pg_advisory_xact_lock_shared(key)::text end
    from unnest(${ids}::text[]) as p (id) cross join lateral hashtextextended('person ' || id, 10) as h (key)`)
}
