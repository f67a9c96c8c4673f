import { setTimeout as delay } from 'node:timers/promises'
import { SQL } from 'sql-template-strings'
import type { Db, Queryable } from './db.ts'
import { UnusableDatabase } from './errors.ts'
import { isStepwise, type Migration, readMigrations, stepsOf, wholeTextOf } from './migration-files.ts'
import { createProgressReporter, REPORT_EVERY_MS, type ReportProgress } from './migration-progress.ts'

export { type Migration, readMigrations } from './migration-files.ts'

/** The first of the unreleased migrations that the baseline replaced: names and columns of later ones differ. */
const UNRELEASED = '0001_agents_admission_posts_events.sql'

/**
 * Held exclusively by a migration, and by a restore that creates tables; shared by a backup, and by a restore that loads
 * rows.
 */
export const MIGRATION_LOCK = 7000

/** The name of the table `migration` until a restore is complete. */
export const UNFINISHED_RESTORE = 'unfinished_restore'
const ASK_AGAIN_MS = 200

/** Lock timeout: whoever else needs the table waits behind the migration. */
const LOCK_TIMEOUT = '2s'
const LOCK_NOT_OBTAINED = '55P03'

/** How many migrations are done, and which comes next. */
export type AdvanceMigrations = (done: number, total: number, migration?: string) => void

interface Terms {
  report?: ReportProgress
  advance?: AdvanceMigrations
  migrations?: readonly Migration[]
  everyMs?: number
}

/**
 * Migrates the database to this version's schema while servers of the previous version run. Processes that start
 * together wait for the first. Completed migrations stay: an interrupted run is continued.
 */
export async function migrate(
  db: Db,
  { report = () => {}, advance = () => {}, migrations = readMigrations(), everyMs = REPORT_EVERY_MS }: Terms = {},
): Promise<void> {
  const { version } = await db.one<{ version: number }>(
    SQL`select current_setting('server_version_num')::int as version`,
  )
  if (version < 150_000)
    throw new UnusableDatabase(`PostgreSQL 15 or newer is required; this is version ${Math.floor(version / 10_000)}`)
  // Checked without the lock, because a backup holds it for as long as it takes.
  if (await isMigrated(db, migrations)) return
  await db.alone(async session => {
    await session.script('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    try {
      await takeLock(session, report)
      await bringUp(session, { migrations, report, advance, watch: watching(db, session, report, everyMs) })
    } finally {
      await session.script(`select pg_advisory_unlock_all(); reset all`)
    }
  })
}

/**
 * Polls for the lock: waiting in a statement would hold a snapshot, and a concurrent index build waits for all of
 * those.
 */
async function takeLock(session: Queryable, report: ReportProgress): Promise<void> {
  for (let isReported = false; ; isReported = true) {
    const { taken } = await session.one<{ taken: boolean }>(
      SQL`select pg_try_advisory_lock(${MIGRATION_LOCK}::bigint) as taken`,
    )
    if (taken) return
    if (!isReported) report("waiting for another server's migration, or for a backup", {})
    await delay(ASK_AGAIN_MS)
  }
}

type Watch = <Result>(migration: string, work: () => Promise<Result>) => Promise<Result>

function watching(db: Db, session: Queryable, report: ReportProgress, everyMs: number): Watch {
  return async (migration, work) => {
    const { pid } = await session.one<{ pid: number }>(SQL`select pg_backend_pid() as pid`)
    const over = new AbortController()
    // A failure to report progress is ignored; the migration reports its own.
    void createProgressReporter(db, { pid, migration, report, everyMs }, over.signal).catch(() => {})
    return await work().finally(() => over.abort())
  }
}

interface Run {
  migrations: readonly Migration[]
  report: ReportProgress
  advance: AdvanceMigrations
  watch: Watch
}

async function bringUp(session: Queryable, { migrations, report, advance, watch }: Run): Promise<void> {
  const done = await listDone(session)
  if (done.some(({ name }) => name === UNRELEASED)) {
    throw new UnusableDatabase('it was created by a version before the first release: start with an empty database')
  }
  const wanted = listUndone(migrations, done)
  if (wanted.length === 0) return
  report('migrating the database', { migrations: wanted.length, last: wanted.at(-1)?.name })
  // In an empty database everything is created at once.
  if (done.length === 0) {
    return await within(session, async () => {
      await session.script('create table if not exists migration (name text primary key, checksum text not null)')
      await runAll(session, wanted)
    })
  }
  const repeatable = wanted.filter(({ isRepeatable }) => isRepeatable)
  const single = wanted.filter(({ isRepeatable }) => !isRepeatable)
  for (const [done, migration] of single.entries()) {
    advance(done, single.length, migration.name)
    await watch(migration.name, () =>
      isStepwise(migration)
        ? runSteps(session, migration)
        : patiently(session, report, migration.name, () => runMigration(session, migration)),
    )
  }
  if (single.length > 0) advance(single.length, single.length)
  if (repeatable.length > 0) await patiently(session, report, 'repeatable', () => runAll(session, repeatable))
}

async function within<Result>(session: Queryable, work: () => Promise<Result>): Promise<Result> {
  await session.script('begin')
  try {
    const result = await work()
    await session.script('commit')
    return result
  } catch (error) {
    await session.script('rollback').catch(() => {})
    throw error
  }
}

/** One transaction, restarted until it gets its locks within the timeout. */
async function patiently(
  session: Queryable,
  report: ReportProgress,
  migration: string,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await within(session, async () => {
        await session.script(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        await work()
      })
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_OBTAINED) throw error
      report('a migration is waiting for a lock', { migration })
      await delay(ASK_AGAIN_MS)
    }
  }
}

async function runAll(session: Queryable, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) await runMigration(session, migration)
}

/** Within the transaction of `tx`. */
export async function runMigration(tx: Queryable, migration: Migration): Promise<void> {
  await tx.script(wholeTextOf(migration))
  await note(tx, migration)
}

/**
 * Runs each statement separately, and from the first again after an interruption: each is idempotent, by `if not
 * exists` or similar.
 */
async function runSteps(session: Queryable, migration: Migration): Promise<void> {
  for (const step of stepsOf(migration)) {
    const [, index] = /^create (?:unique )?index concurrently if not exists "?([\w-]+)/i.exec(step) ?? []
    // An interrupted concurrent build leaves an invalid index.
    if (index && (await isInvalid(session, index))) await session.script(`drop index concurrently "${index}"`)
    await session.script(step)
  }
  await note(session, migration)
}

async function isInvalid(session: Queryable, index: string): Promise<boolean> {
  const found = await session.maybeOne(SQL`
    select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${index} and c.relnamespace = 'public'::regnamespace and not i.indisvalid`)
  return found !== undefined
}

const note = (db: Queryable, { name, checksum }: Migration) =>
  db.many(SQL`insert into migration (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum`)

function listUndone(
  migrations: readonly Migration[],
  rows: readonly { name: string; checksum: string }[],
): Migration[] {
  const done = new Map(rows.map(row => [row.name, row.checksum]))
  const wanted = migrations.filter(({ name, checksum }) => done.get(name) !== checksum)
  const differing = wanted.find(({ name, isRepeatable }) => done.has(name) && !isRepeatable)
  if (differing) throw new UnusableDatabase(`its migration ${differing.name} differs from the one in this version`)
  return wanted
}

/** None if the database is empty; throws `UnusableDatabase` if a restore is in progress or was interrupted. */
export async function listDone(db: Queryable): Promise<{ name: string; checksum: string }[]> {
  const { found, unfinished } = await db.one<{ found: boolean; unfinished: boolean }>(SQL`
    select to_regclass('migration') is not null as found, to_regclass(${UNFINISHED_RESTORE}) is not null as unfinished`)
  if (unfinished)
    throw new UnusableDatabase(
      'a restore into this database is in progress or was interrupted: wait until it ends, or run it again',
    )
  return found ? await db.many<{ name: string; checksum: string }>(SQL`select name, checksum from migration`) : []
}

/** Whether the database has this version's schema. */
export async function isMigrated(db: Queryable, migrations: readonly Migration[] = readMigrations()): Promise<boolean> {
  const done = new Map((await listDone(db)).map(row => [row.name, row.checksum]))
  return migrations.every(({ name, checksum }) => done.get(name) === checksum)
}
