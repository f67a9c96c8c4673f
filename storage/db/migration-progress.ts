import { setTimeout as delay } from 'node:timers/promises'
import { SQL } from 'sql-template-strings'
import { readDatabaseTime } from './database-time.ts'
import type { Queryable } from './db.ts'

export type ReportProgress = (message: string, fields: Record<string, unknown>) => void

/** Interval of progress reports. */
export const REPORT_EVERY_MS = 10_000

export interface MigrationProgress {
  phase: string
  done: number
  total: number
}

/** Reports the progress of the connection with that pid, until the signal is aborted. */
export async function createProgressReporter(
  db: Queryable,
  {
    pid,
    migration,
    report: tell,
    everyMs,
  }: { pid: number; migration: string; report: ReportProgress; everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  const begun = await readDatabaseTime(db)
  let phase = { name: '', since: begun }
  while (await pause(everyMs, signal)) {
    const [now, progress] = [await readDatabaseTime(db), await findProgress(db, pid)]
    if (signal.aborted) return
    if (progress && progress.phase !== phase.name) phase = { name: progress.phase, since: now - everyMs }
    tell('a migration is in progress', {
      migration,
      seconds: Math.round((now - begun) / 1000),
      ...(progress && describeProgress(progress, now - phase.since)),
    })
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<boolean> => delay(ms, true, { signal }).catch(() => false)

/** Estimated remaining time of a phase, by linear extrapolation. */
export function describeProgress(
  { phase, done, total }: MigrationProgress,
  elapsedMs: number,
): Record<string, unknown> {
  if (total <= 0 || done <= 0) return { phase }
  const part = Math.min(1, done / total)
  return { phase, percent: Math.floor(part * 100), seconds_left: Math.ceil((elapsedMs * (1 - part)) / part / 1000) }
}

/** Progress of index builds, the only one that PostgreSQL reports for migrations. */
async function findProgress(db: Queryable, pid: number): Promise<MigrationProgress | undefined> {
  return await db.maybeOne<MigrationProgress>(SQL`
    select phase, case when tuples_total > 0 then tuples_done when blocks_total > 0 then blocks_done else lockers_done end
        ::float8 as done,
      case when tuples_total > 0 then tuples_total when blocks_total > 0 then blocks_total else lockers_total end
        ::float8 as total
    from pg_stat_progress_create_index where pid = ${pid}`)
}
