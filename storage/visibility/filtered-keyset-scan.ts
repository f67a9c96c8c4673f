import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Rows examined per statement, and statements per page: at most 10 ms. */
export const SCAN_PAGE = 200
const STRETCHES = 10

/** `end` is the position of the scan if it stopped before the page was full; `undefined`: there are no more rows. */
export interface ScanResult<Row> {
  rows: Row[]
  end: string | undefined
}

/** A list by UUIDv7 of whose rows the reader may not see many. */
export interface ScanQuery {
  /** The rows to examine, or a statement for the `id`s after a position, in the order of the list. */
  candidates: ScanGroup | ((behind: ScanPosition) => SQLStatement)
  /** The columns for one of them, `k`. */
  select: SQLStatement
  order: 'newest' | 'oldest'
  position: string
  limit: number
}

/** The position and direction of a list. */
export interface ScanPosition {
  position: string
  order: 'newest' | 'oldest'
}

/** The rows `k` with one value in `column`, by an index on (column, id). */
export interface ScanGroup {
  from: string
  column: string
  value: string
  rest?: SQLStatement
}

/**
 * `from`, `where` and `order by` for the rows of a group along their index. With an equality the planner may scan the
 * whole table by its primary key instead: everything newer than a dormant author's last post. The `limit` that follows
 * must not be a parameter, which would cause replanning each time.
 */
export function indexScan(
  { from, column, value, rest = SQL`` }: ScanGroup,
  { position, order }: ScanPosition,
): SQLStatement {
  const [behind, within, direction] = order === 'newest' ? ['<', '>=', 'desc'] : ['>', '<=', 'asc']
  return SQL` from `
    .append(`${from} where (k.${column}, k.id) ${behind} `)
    .append(SQL`(${value}, ${position}) and `)
    .append(`k.${column} ${within} `)
    .append(SQL`${value}`)
    .append(rest)
    .append(` order by k.${column} ${direction}, k.id ${direction} `)
}

interface Looked {
  looked: number
  last: string
}

/**
 * A page of a list of which the reader may not see every row: the visible rows, up to `limit`.
 *
 * Each statement takes the next SCAN_PAGE candidates along an index and filters them by the visibility predicate. The
 * scan ends when the page is full, when there are no more candidates, or after STRETCHES statements; then `end` is where
 * the next page goes on, even if this one is empty. Invariants: the cost of a page is limited, however many hidden rows
 * precede the visible ones; no row is skipped or repeated between pages.
 */
export async function scanFiltered<Row extends { id: string }>(
  db: Queryable,
  list: ScanQuery,
): Promise<ScanResult<Row>> {
  const rows: Row[] = []
  let { position } = list
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const found = await db.many<Row & Looked>(stretchOf({ ...list, position, limit: list.limit - rows.length }))
    const { looked, last } = found[0]!
    for (const { looked: _, last: __, ...row } of found) if (row.id !== null) rows.push(row as unknown as Row)
    if (rows.length === list.limit || looked < SCAN_PAGE) return { rows, end: undefined }
    position = last
  }
  return { rows, end: position }
}

function stretchOf({ candidates, select, order, position, limit }: ScanQuery): SQLStatement {
  const [direction, back] = order === 'newest' ? ['desc', 'asc'] : ['asc', 'desc']
  const isGroup = typeof candidates !== 'function'
  const stretch = isGroup
    ? SQL`select k.id, `.append(`k.${candidates.column} as list`).append(indexScan(candidates, { position, order }))
    : candidates({ position, order })
  // In the scan order, so that no more rows are examined than needed.
  const inOrder = isGroup ? `k.list ${direction}, k.id ${direction}` : `k.id ${direction}`
  return SQL`with stretch as materialized (`
    .append(stretch)
    .append(` limit ${SCAN_PAGE})
      select w.looked, w.last, v.* from (
        select count(*)::int as looked, (select id from stretch order by id ${back} limit 1) as last from stretch) w
      left join (`)
    .append(select)
    .append(` order by ${inOrder} limit `)
    .append(SQL`${limit}`)
    .append(`) v on true order by v.id ${direction}`)
}
