import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Ids of people by how a transaction holds them. */
export interface PersonLocks {
  /** Who acts: they stay as they are meanwhile. */
  shared: readonly string[]
  /** Whose account changes: nothing that they do runs beside it. */
  exclusive: readonly string[]
}

/**
 * Holds people until the transaction ends; the first lock of every write that they do, or that deletes or changes them.
 * It is no lock of their rows: agents lock theirs before the rows of people, and a deletion has to hold agents before the
 * row too, though it has to exclude what the person does before it holds anything. Taken in one order, so that those who
 * delete each other do not deadlock.
 */
export async function lockPersons(db: Queryable, { shared, exclusive }: PersonLocks): Promise<void> {
  const ids = [...new Set([...shared, ...exclusive])].sort()
  await db.many(SQL`
    select case when id = any(${exclusive}::text[]) then pg_advisory_xact_lock(key)::text
      else pg_advisory_xact_lock_shared(key)::text end
    from unnest(${ids}::text[]) as p (id) cross join lateral hashtextextended('person ' || id, 10) as h (key)`)
}
