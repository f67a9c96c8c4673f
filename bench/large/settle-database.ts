import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'

/** Longer than the interval at which servers look for due jobs. */
const LOOK_EVERY_MS = 6_000
const WITHIN_MS = 2 * 60 * 60_000

/** The number of rows that jobs write between two checks when they are idle. */
const FEW_ROWS = 100
/** The same for a whole run: some jobs process agents in turn. */
const FEW_ROWS_OF_RUN = 1_000
const RUNS = 20

/** Runs the product's background jobs repeatedly, since a job may leave work for its next run. */
export async function vacuumAll(sql: Sql): Promise<void> {
  for (let run = 0; run < RUNS; run++) {
    const before = await rowsWritten(sql)
    await runJobs(sql)
    if ((await rowsWritten(sql)) - before < FEW_ROWS_OF_RUN) return
  }
  console.error(`  jobs still write after ${RUNS} runs`)
}

async function rowsWritten(sql: Sql): Promise<number> {
  const [row] = await sql`
    select sum(n_tup_ins + n_tup_upd + n_tup_del) as rows from pg_stat_user_tables where relname <> 'job_lease'`
  return Number(row?.rows)
}

/** Waits until no job is running and none has written anything, at two checks in a row. */
async function runJobs(sql: Sql): Promise<void> {
  await sql`update job_lease set last_finished_at = null`
  let written = await rowsWritten(sql)
  let quiet = 0
  for (const startedAt = performance.now(); performance.now() - startedAt < WITHIN_MS; ) {
    await pause(LOOK_EVERY_MS)
    const [held] = await sql`select count(*)::int as jobs from job_lease where leased_until > now()`
    const now = await rowsWritten(sql)
    quiet = held?.jobs === 0 && now - written < FEW_ROWS ? quiet + 1 : 0
    if (quiet === 2) return
    written = now
  }
  throw new Error('the background work does not end')
}
