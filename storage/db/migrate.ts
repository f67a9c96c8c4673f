import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { SQL } from 'sql-template-strings'
import type { Db, Queryable } from './db.ts'
import { UnusableDatabase } from './errors.ts'

export const MIGRATIONS = path.join(import.meta.dirname, '../migrations')

export interface Migration {
  name: string
  text: string
  checksum: string
  isRepeatable: boolean
}

/** Numbered migrations in order, then the repeatable ones, which run again whenever their text changes. */
export function readMigrations(folder = MIGRATIONS): Migration[] {
  const migrations = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .map(name => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return {
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        isRepeatable: name.endsWith('.repeatable.sql'),
      }
    })
  return migrations.sort((a, b) => Number(a.isRepeatable) - Number(b.isRepeatable) || (a.name < b.name ? -1 : 1))
}

/** Held by whoever migrates; shared by who reads the whole. */
export const MIGRATION_LOCK = 7000

type Tell = (message: string, fields: Record<string, unknown>) => void

/** Brings the database to this version's schema; processes that start together wait for the first. */
export async function migrate(db: Db, tell: Tell = () => {}): Promise<void> {
  const { version } = await db.one<{ version: number }>(
    SQL`select current_setting('server_version_num')::int as version`,
  )
  if (version < 150_000)
    throw new UnusableDatabase(`PostgreSQL 15 or newer is needed, this one is ${Math.floor(version / 10_000)}`)
  // Not even waited for where nothing is to do: a backup shares the lock for as long as it takes.
  if (await isMigrated(db)) return
  await db.longTransaction(async tx => {
    await tx.many(SQL`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await tx.many(SQL`create table if not exists migration (name text primary key, checksum text not null)`)
    const wanted = await listUndone(tx)
    if (wanted.length > 0) tell('migrating the database', { migrations: wanted.length, last: wanted.at(-1)?.name })
    for (const migration of wanted) await runMigration(tx, migration)
  })
}

export async function runMigration(tx: Queryable, { name, text, checksum }: Migration): Promise<void> {
  await tx.script(text)
  await tx.many(SQL`insert into migration (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum`)
}

async function listUndone(tx: Queryable): Promise<Migration[]> {
  const done = new Map((await listDone(tx)).map(row => [row.name, row.checksum]))
  const wanted = readMigrations().filter(({ name, checksum }) => done.get(name) !== checksum)
  const differing = wanted.find(({ name, isRepeatable }) => done.has(name) && !isRepeatable)
  if (differing) throw new UnusableDatabase(`its migration ${differing.name} is not the one of this version`)
  return wanted
}

export const listDone = (db: Queryable): Promise<{ name: string; checksum: string }[]> =>
  db.many<{ name: string; checksum: string }>(SQL`select name, checksum from migration`)

/** Whether the database has this version's schema. */
export async function isMigrated(db: Queryable, migrations: readonly Migration[] = readMigrations()): Promise<boolean> {
  const { there } = await db.one<{ there: boolean }>(SQL`select to_regclass('migration') is not null as there`)
  if (!there) return false
  const done = new Map((await listDone(db)).map(row => [row.name, row.checksum]))
  return migrations.every(({ name, checksum }) => done.get(name) === checksum)
}
