import { SQL } from 'sql-template-strings'
import { HONEST_SKEW_MS } from '../admission/rate-counters.ts'
import type { Queryable } from '../db/db.ts'

export interface LeaseTerms {
  name: string
  holder: string
  leaseMs: number
  everyMs: number
}

/**
 * Acquires the lease of a job if it is due and free. Times far in the future were written by a wrong clock and are
 * ignored.
 */
export async function takeJobLease(db: Queryable, terms: LeaseTerms, now: Date): Promise<boolean> {
  const at = (ms: number) => new Date(now.getTime() + ms)
  const row = await db.maybeOne(SQL`
    insert into job_lease as j (name, leased_until, holder)
    values (${terms.name}, ${at(terms.leaseMs)}, ${terms.holder})
    on conflict (name) do update set leased_until = excluded.leased_until, holder = excluded.holder
    where (j.leased_until <= ${now} or j.leased_until > ${at(terms.leaseMs + HONEST_SKEW_MS)})
      and (j.last_finished_at is null or j.last_finished_at <= ${at(-terms.everyMs)}
        or j.last_finished_at > ${at(HONEST_SKEW_MS)})
    returning 1`)
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
