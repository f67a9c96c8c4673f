import { SQL, type SQLStatement } from 'sql-template-strings'

/** A sort order: a table `x` with an index on its relevant rows, the sort column, and its key. */
export interface SortColumns {
  table: string
  counts: string
  column: string
  key: string
  /** SQL for the column's value for a key. */
  columnOf(key: number): SQLStatement
  /** Rows without a sort key, which are ordered by id: other rows, none, or missing spaces. */
  others: 'x.last_activity_at is null' | 'none' | 'spaces'
}

const LEADS = {
  trending: {
    table: 'space_trend',
    counts: 'x.score > 0',
    column: 'x.score',
    key: 'x.score',
    others: 'spaces',
    columnOf: key => SQL`${key}::float8`,
  },
  newest: undefined,
  members: {
    table: 'space_counter',
    counts: 'true',
    column: 'x.members',
    key: 'x.members',
    others: 'none',
    columnOf: key => SQL`least(${key}::float8, 2147483647)::int`,
  },
  active: {
    table: 'space_counter',
    counts: 'x.last_activity_at is not null',
    column: 'x.last_activity_at',
    key: 'extract(epoch from x.last_activity_at)',
    others: 'x.last_activity_at is null',
    columnOf: key => SQL`to_timestamp(${key}::float8)`,
  },
} satisfies Record<string, SortColumns | undefined>

export type SpaceSort = keyof typeof LEADS

export const SPACE_SORTS = Object.keys(LEADS) as [SpaceSort, ...SpaceSort[]]

/** `undefined`: all are ordered by id. */
export const sortColumnsOf = (sort: SpaceSort): SortColumns | undefined => LEADS[sort]
