import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface Checkpoint {
  size: number
  note: string
  /** Lines of the note by witnesses. */
  cosignatures: string[]
}

export function findCheckpoint(db: Queryable): Promise<Checkpoint | undefined> {
  return db.maybeOne<Checkpoint>(SQL`
    select size::float8 as size, note, cosignatures from log_checkpoint order by size desc limit 1`)
}

/** The newest one that a witness has signed. */
export function findCosignedCheckpoint(db: Queryable): Promise<Checkpoint | undefined> {
  return db.maybeOne<Checkpoint>(SQL`
    select size::float8 as size, note, cosignatures from log_checkpoint
    where cosignatures <> '{}' order by size desc limit 1`)
}

/** Replaces the checkpoint; one with cosignatures stays until a newer one has some. */
export async function storeCheckpoint(
  db: Queryable,
  { size, note }: Omit<Checkpoint, 'cosignatures'>,
  now: Date,
): Promise<void> {
  await db.many(SQL`
    with former as (delete from log_checkpoint where size < ${size} and cosignatures = '{}')
    insert into log_checkpoint (size, note, created_at) values (${size}, ${note}, ${now})`)
}

/** Adds lines of witnesses to a checkpoint, which may have been replaced meanwhile, and drops older ones. */
export async function addCosignatures(db: Queryable, checkpoint: Checkpoint, now: Date): Promise<void> {
  const { size, note, cosignatures } = checkpoint
  await db.many(SQL`
    with former as (
      delete from log_checkpoint c where c.size < ${size}
    )
    insert into log_checkpoint as c (size, note, cosignatures, created_at)
    values (${size}, ${note}, ${cosignatures}, ${now})
    on conflict (size) do update set cosignatures = c.cosignatures || excluded.cosignatures`)
}

/** Up to which size a witness has verified the log. */
export async function findWitnessedSize(db: Queryable, witness: string): Promise<number> {
  const row = await db.maybeOne<{ size: number }>(SQL`
    select size::float8 as size from log_witness where name = ${witness}`)
  return row?.size ?? 0
}

export async function storeWitnessedSize(db: Queryable, witness: string, size: number): Promise<void> {
  await db.many(SQL`
    insert into log_witness as w (name, size) values (${witness}, ${size})
    on conflict (name) do update set size = excluded.size`)
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
