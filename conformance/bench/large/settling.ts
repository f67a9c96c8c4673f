import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'

/** Longer than servers take to look what is due. */
const LOOK_EVERY_MS = 6_000
const WITHIN_MS = 20 * 60_000

/** Has the product do its background work now, twice: a job that was under way may have begun before the rows came. */
export async function settle(sql: Sql): Promise<void> {
  for (let run = 0; run < 2; run++) await runJobs(sql)
}

async function runJobs(sql: Sql): Promise<void> {
  await sql`update job_lease set last_finished_at = null`
  let known = 0
  for (const startedAt = performance.now(); performance.now() - startedAt < WITHIN_MS; await pause(LOOK_EVERY_MS)) {
    const jobs = await sql`select name from job_lease`
    const waiting = await sql`select name from job_lease where last_finished_at is null`
    // The first time a job has no row before its turn comes.
    if (waiting.length === 0 && jobs.length > 0 && jobs.length === known) return
    known = jobs.length
  }
  throw new Error('the background work does not end')
}
