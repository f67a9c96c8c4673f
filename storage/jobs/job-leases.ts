import { SQL, type SQLStatement } from 'sql-template-strings'
import { HONEST_SKEW_MS } from '../admission/rate-counters.ts'
import type { Queryable } from '../db/db.ts'

export interface LeaseTerms {
  name: string
  holder: string
  leaseMs: number
  everyMs: number
}

/**
 * Whether nobody holds the lease `j` and its job was not finished since `before`. Times far in the future, leases beyond
 * `latest`, were written by a wrong clock and are ignored.
 */
const isFree = (now: Date, latest: SQLStatement, before: SQLStatement): SQLStatement =>
  SQL`((j.leased_until <= ${now} or j.leased_until > `
    .append(latest)
    .append(') and (j.last_finished_at is null or j.last_finished_at <= ')
    .append(before)
    .append(SQL` or j.last_finished_at > ${new Date(now.getTime() + HONEST_SKEW_MS)}))`)

/** The latest time that a lease acquired now may end, and the latest that the previous run may have finished. */
const termLimits = ({ leaseMs, everyMs }: Omit<LeaseTerms, 'holder'>, now: Date) => ({
  latest: new Date(now.getTime() + leaseMs + HONEST_SKEW_MS),
  before: new Date(now.getTime() - everyMs),
})

/** Which of these boolean expressions are true, in one statement. */
export async function evaluateConditions(db: Queryable, conditions: readonly SQLStatement[]): Promise<boolean[]> {
  const query = SQL`select unnest(array[`
  for (const [index, condition] of conditions.entries()) query.append(index === 0 ? '' : ', ').append(condition)
  const rows = await db.many<{ is_true: boolean | null }>(query.append(']) as is_true'))
  return rows.map(({ is_true }) => is_true === true)
}

/** The names of those jobs that are due and free: one read instead of an attempt for each. */
export async function findDueJobs(
  db: Queryable,
  jobs: readonly Omit<LeaseTerms, 'holder'>[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const limits = jobs.map(job => termLimits(job, now))
  const [names, latest, before] = [
    jobs.map(({ name }) => name),
    limits.map(({ latest }) => latest.toISOString()),
    limits.map(({ before }) => before.toISOString()),
  ]
  const rows = await db.many<{ name: string }>(
    SQL`select t.name from unnest(${names}::text[], ${latest}::timestamptz[], ${before}::timestamptz[])
      as t (name, latest, before) left join job_lease j on j.name = t.name where j.name is null or `.append(
      isFree(now, SQL`t.latest`, SQL`t.before`),
    ),
  )
  return new Set(rows.map(({ name }) => name))
}

/** Acquires the lease of a job if it is due and free. */
export async function takeJobLease(db: Queryable, terms: LeaseTerms, now: Date): Promise<boolean> {
  const { latest, before } = termLimits(terms, now)
  const row = await db.maybeOne(
    SQL`
    insert into job_lease as j (name, leased_until, holder)
    values (${terms.name}, ${new Date(now.getTime() + terms.leaseMs)}, ${terms.holder})
    on conflict (name) do update set leased_until = excluded.leased_until, holder = excluded.holder
    where `
      .append(isFree(now, SQL`${latest}`, SQL`${before}`))
      .append(' returning 1'),
  )
  return row !== undefined
}

/** Renews the lease, if the holder still has it. */
export async function renewJobLease(db: Queryable, { name, holder, leaseMs }: LeaseTerms, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    update job_lease set leased_until = ${new Date(now.getTime() + leaseMs)} where name = ${name} and holder = ${holder}
    returning 1`)
  return row !== undefined
}

interface JobEnd {
  name: string
  holder: string
  /** What it could not do. */
  left: string | undefined
}

export async function finishJob(db: Queryable, { name, holder, left }: JobEnd, now: Date): Promise<void> {
  await db.many(SQL`
    update job_lease set leased_until = ${now}, last_finished_at = ${now}, failures = 0, left_undone = ${left ?? null}
    where name = ${name} and holder = ${holder}`)
}

/** Why a run failed; it is due again once its lease expires. */
export async function failJob(db: Queryable, name: string, holder: string, failure: string, now: Date): Promise<void> {
  await db.many(SQL`
    update job_lease set last_failed_at = ${now}, failure = ${failure}, failures = failures + 1
    where name = ${name} and holder = ${holder}`)
}

export interface JobRow {
  name: string
  last_finished_at: string | null
  last_failed_at: string | null
  failure: string | null
  /** Consecutive failures. */
  failures: number
  /** What the last completed run could not do. */
  left_undone: string | null
  /** Until then nobody else can acquire it. */
  leased_until: string
  holder: string
}

/** Every job that ever ran. */
export function listJobRows(db: Queryable): Promise<JobRow[]> {
  return db.many<JobRow>(SQL`
    select name, last_finished_at, last_failed_at, failure, failures::int as failures, left_undone, leased_until, holder
    from job_lease order by name`)
}
