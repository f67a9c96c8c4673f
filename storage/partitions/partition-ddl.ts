import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Partitioned } from './partitioned-tables.ts'

/** A partition for a period, in ms since 1970; the first has no start. */
export interface Part {
  name: string
  fromMs: number
  untilMs: number
}

interface BoundRow {
  table: string
  name: string
  from: string | null
  until: string | null
  /** Size of the default partition. */
  bytes: number | null
}

const findBounds = (db: Queryable, tables: readonly Partitioned[]): Promise<BoundRow[]> =>
  db.many<BoundRow>(SQL`
    select t.name as table, c.relname::text as name, substring(b.bound from 'FROM \\(''([^'']+)''\\)') as from,
      substring(b.bound from 'TO \\(''([^'']+)''\\)') as until,
      case when b.bound = 'DEFAULT' then pg_relation_size(c.oid)::float8 end as bytes
    from unnest(${tables.map(({ table }) => table)}::text[]) as t (name)
    join pg_inherits i on i.inhparent = t.name::regclass join pg_class c on c.oid = i.inhrelid
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b`)

function partsIn(rows: readonly BoundRow[], { table, momentOf }: Partitioned): Part[] {
  const parts = rows.flatMap(({ table: whole, name, from, until }) =>
    whole !== table || until === null
      ? []
      : [{ name, fromMs: from === null ? -Infinity : momentOf(from), untilMs: momentOf(until) }],
  )
  return parts.sort((a, b) => a.untilMs - b.untilMs)
}

/** Partitions with a period, oldest first: all except the default. */
export async function listParts(db: Queryable, of: Partitioned): Promise<Part[]> {
  return partsIn(await findBounds(db, [of]), of)
}

/** For several tables at once, with the size of each default partition. */
export async function listPartsOf(
  db: Queryable,
  tables: readonly Partitioned[],
): Promise<{ table: string; parts: Part[]; restBytes: number }[]> {
  const rows = await findBounds(db, tables)
  return tables.map(of => ({
    table: of.table,
    parts: partsIn(rows, of),
    restBytes: rows.find(({ table, bytes }) => table === of.table && bytes !== null)?.bytes ?? 0,
  }))
}

/**
 * `waits`: others hold a lock; `full`: the default partition has more rows for it than may be moved at once, and keeps
 * them.
 */
export type CreatedPart = 'made' | 'there' | 'waits' | 'full'

export async function createPart(
  db: Queryable,
  of: Partitioned,
  { name, fromMs, untilMs }: Part,
): Promise<CreatedPart> {
  const { made } = await db.one<{ made: CreatedPart }>(SQL`
    select make_partition(${of.table}, ${name}, ${of.boundAt(fromMs)}, ${of.boundAt(untilMs)}) as made`)
  return made
}

/** Drops a partition with its rows. */
export async function dropPart(
  db: Queryable,
  { table }: Partitioned,
  { name }: Part,
): Promise<'dropped' | 'gone' | 'waits'> {
  const { dropped } = await db.one<{ dropped: 'dropped' | 'gone' | 'waits' }>(
    SQL`select drop_partition(${table}, ${name}) as dropped`,
  )
  return dropped
}

export const restOf = ({ table }: Pick<Partitioned, 'table'>): string => `${table}_rest`

/** The creation time of the oldest row in the default partition, by its key; `undefined`: it is empty. */
export async function findOldestOfRest(db: Queryable, of: Partitioned): Promise<number | undefined> {
  const { key } = of
  const row = await db.maybeOne<{ oldest: string }>(
    SQL`select `.append(`${key}::text as oldest from ${restOf(of)} order by ${key} limit 1`),
  )
  return row && of.momentOf(row.oldest)
}

/** Deletes up to `limit` rows of one partition that were created before that time, and returns how many. */
export async function deleteFromPart(
  db: Queryable,
  { age }: Partitioned,
  name: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const rows = await db.many(
    SQL`delete from `
      .append(`${name} where ctid = any(array(select ctid from ${name} where ${age} < `)
      .append(SQL`${before} limit ${limit} for update skip locked)) returning 1`),
  )
  return rows.length
}
