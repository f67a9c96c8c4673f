import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Recent failures with a key. */
export interface EnrollmentFailures {
  failures: number
  failed_at: Date
}

export async function findEnrollmentFailures(
  db: Queryable,
  identity: Buffer,
  now: Date,
): Promise<EnrollmentFailures | undefined> {
  const row = await db.maybeOne<{ failures: number; failed_at: string }>(SQL`
    select failures, failed_at from enrollment_failures where key_identity = ${identity} and expires_at > ${now}`)
  return row && { failures: row.failures, failed_at: new Date(row.failed_at) }
}

/** Counts a failure, and returns the total of unexpired ones. */
export async function countEnrollmentFailure(
  db: Queryable,
  identity: Buffer,
  { failed_at, expires_at }: { failed_at: Date; expires_at: Date },
): Promise<number> {
  const { failures } = await db.one<{ failures: number }>(SQL`
    insert into enrollment_failures as f (key_identity, failures, failed_at, expires_at)
    values (${identity}, 1, ${failed_at}, ${expires_at})
    on conflict (key_identity) do update set failed_at = ${failed_at}, expires_at = ${expires_at},
      failures = case when f.expires_at > ${failed_at} then f.failures + 1 else 1 end
    returning failures`)
  return failures
}

export async function deleteEnrollmentFailures(db: Queryable, identity: Buffer): Promise<void> {
  await db.many(SQL`delete from enrollment_failures where key_identity = ${identity}`)
}
