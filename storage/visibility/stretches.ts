import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Rows that one statement looks at, and statements for one page: 10 ms at most. */
export const STRETCH = 200
const STRETCHES = 10

/** `end` is how far the walk came where it stopped before the page was full; `undefined`: there is no more than this. */
export interface Walk<Row> {
  rows: Row[]
  end: string | undefined
}

/** A list by UUIDv7, most of whose rows its reader may not see perhaps. */
export interface Walked {
  /** The `id` of rows to look at behind a place, in the order of the list, as many as `STRETCH`. */
  candidates(behind: Behind): SQLStatement
  /** What is shown of one of them, `k`. */
  shown: SQLStatement
  order: 'newest' | 'oldest'
  place: string
  limit: number
}

/** Where a list goes on, and which way. */
export interface Behind {
  place: string
  order: 'newest' | 'oldest'
}

/**
 * `where` and `order by` of the rows of `table` whose `column` has one value, along their index of (column, id). By an
 * equality the planner may walk the whole table by its key instead: all that is newer than a dormant author's last post.
 */
export function along(
  [table, column]: readonly [string, string],
  value: string,
  { place, order }: Behind,
  rest = SQL``,
): SQLStatement {
  const key = `${table}.${column}, ${table}.id`
  const [behind, within, direction] = order === 'newest' ? ['<', '>=', 'desc'] : ['>', '<=', 'asc']
  return SQL` where `
    .append(`(${key}) ${behind} `)
    .append(SQL`(${value}, ${place}) and `)
    .append(`${table}.${column} ${within} `)
    .append(SQL`${value}`)
    .append(rest)
    .append(` order by ${table}.${column} ${direction}, ${table}.id ${direction} `)
}

interface Looked {
  looked: number
  last: string
}

/** The rows that may be seen, as many as `limit`, while the walk past those that may not does not get too long. */
export async function walk<Row extends { id: string }>(db: Queryable, list: Walked): Promise<Walk<Row>> {
  const rows: Row[] = []
  let { place } = list
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const found = await db.many<Row & Looked>(stretchOf({ ...list, place, limit: list.limit - rows.length }))
    const { looked, last } = found[0]!
    for (const { looked: _, last: __, ...row } of found) if (row.id !== null) rows.push(row as unknown as Row)
    if (rows.length === list.limit || looked < STRETCH) return { rows, end: undefined }
    place = last
  }
  return { rows, end: place }
}

function stretchOf({ candidates, shown, order, place, limit }: Walked): SQLStatement {
  const [direction, back] = order === 'newest' ? ['desc', 'asc'] : ['asc', 'desc']
  return SQL`with stretch as materialized (`
    .append(candidates({ place, order }))
    .append(` limit ${STRETCH})
      select w.looked, w.last, v.* from (
        select count(*)::int as looked, (select id from stretch order by id ${back} limit 1) as last from stretch) w
      left join (`)
    .append(shown)
    .append(` order by k.id ${direction} limit `)
    .append(SQL`${limit}`)
    .append(`) v on true order by v.id ${direction}`)
}
