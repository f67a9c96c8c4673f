import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface Checkpoint {
  size: number
  note: string
}

export function findCheckpoint(db: Queryable): Promise<Checkpoint | undefined> {
  return db.maybeOne<Checkpoint>(SQL`
    select size::float8 as size, note from log_checkpoint order by size desc limit 1`)
}

/** Replaces the checkpoint. */
export async function storeCheckpoint(db: Queryable, { size, note }: Checkpoint, now: Date): Promise<void> {
  await db.many(SQL`
    with former as (delete from log_checkpoint where size < ${size})
    insert into log_checkpoint (size, note, created_at) values (${size}, ${note}, ${now})`)
}

/** The hashes of a tile of the tree, one after the other; `undefined` if there is none yet. */
export async function findTile(db: Queryable, level: number, n: number): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ hashes: Buffer }>(SQL`
    select hashes from log_tile where level = ${level} and n = ${n}`)
  return row?.hashes
}

export async function appendToTile(db: Queryable, level: number, n: number, hashes: Buffer): Promise<void> {
  const text = `\\x${hashes.toString('hex')}`
  await db.many(SQL`
    insert into log_tile as t (level, n, hashes) values (${level}, ${n}, ${text}::text::bytea)
    on conflict (level, n) do update set hashes = t.hashes || excluded.hashes`)
}
