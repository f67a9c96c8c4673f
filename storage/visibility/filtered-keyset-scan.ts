import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Rows that one statement looks at, and statements for one page: 10 ms at most. */
export const SCAN_PAGE = 200
const STRETCHES = 10

/** `end` is how far the walk came where it stopped before the page was full; `undefined`: there is no more than this. */
export interface ScanResult<Row> {
  rows: Row[]
  end: string | undefined
}

/** A list by UUIDv7, most of whose rows its reader may not see perhaps. */
export interface ScanQuery {
  /** The rows to look at, or a statement of the `id` of those behind a place, in the order of the list. */
  candidates: ScanGroup | ((behind: ScanPosition) => SQLStatement)
  /** What is shown of one of them, `k`. */
  shown: SQLStatement
  order: 'newest' | 'oldest'
  place: string
  limit: number
}

/** Where a list goes on, and which way. */
export interface ScanPosition {
  place: string
  order: 'newest' | 'oldest'
}

/** The rows `k` whose `column` has one value, and that an index of (column, id) lists. */
export interface ScanGroup {
  from: string
  column: string
  value: string
  rest?: SQLStatement
}

/**
 * `from`, `where` and `order by` of the rows of a group, along their index. By an equality the planner may walk the whole
 * table by its key instead: all that is newer than a dormant author's last post. What follows is a `limit` that is no
 * parameter: with one, the statement is planned anew each time.
 */
export function indexScan(
  { from, column, value, rest = SQL`` }: ScanGroup,
  { place, order }: ScanPosition,
): SQLStatement {
  const [behind, within, direction] = order === 'newest' ? ['<', '>=', 'desc'] : ['>', '<=', 'asc']
  return SQL` from `
    .append(`${from} where (k.${column}, k.id) ${behind} `)
    .append(SQL`(${value}, ${place}) and `)
    .append(`k.${column} ${within} `)
    .append(SQL`${value}`)
    .append(rest)
    .append(` order by k.${column} ${direction}, k.id ${direction} `)
}

interface Looked {
  looked: number
  last: string
}

/** The rows that may be seen, as many as `limit`, while the walk past those that may not does not get too long. */
export async function scanFiltered<Row extends { id: string }>(
  db: Queryable,
  list: ScanQuery,
): Promise<ScanResult<Row>> {
  const rows: Row[] = []
  let { place } = list
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const found = await db.many<Row & Looked>(stretchOf({ ...list, place, limit: list.limit - rows.length }))
    const { looked, last } = found[0]!
    for (const { looked: _, last: __, ...row } of found) if (row.id !== null) rows.push(row as unknown as Row)
    if (rows.length === list.limit || looked < SCAN_PAGE) return { rows, end: undefined }
    place = last
  }
  return { rows, end: place }
}

function stretchOf({ candidates, shown, order, place, limit }: ScanQuery): SQLStatement {
  const [direction, back] = order === 'newest' ? ['desc', 'asc'] : ['asc', 'desc']
  const isGroup = typeof candidates !== 'function'
  const stretch = isGroup
    ? SQL`select k.id, `.append(`k.${candidates.column} as list`).append(indexScan(candidates, { place, order }))
    : candidates({ place, order })
  // In the order that the stretch has, so that no more of it is looked at than is shown.
  const inOrder = isGroup ? `k.list ${direction}, k.id ${direction}` : `k.id ${direction}`
  return SQL`with stretch as materialized (`
    .append(stretch)
    .append(` limit ${SCAN_PAGE})
      select w.looked, w.last, v.* from (
        select count(*)::int as looked, (select id from stretch order by id ${back} limit 1) as last from stretch) w
      left join (`)
    .append(shown)
    .append(` order by ${inOrder} limit `)
    .append(SQL`${limit}`)
    .append(`) v on true order by v.id ${direction}`)
}
