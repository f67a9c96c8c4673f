import { SQL, type SQLStatement } from 'sql-template-strings'

/** What a sort has first: of a table `x` with an index what counts, by which column it is sorted, and the key of that. */
export interface SortColumns {
  table: string
  counts: string
  column: string
  key: string
  /** SQL for what the column holds where the key is that one. */
  columnOf(key: number): SQLStatement
  /** What has the key 0 and comes by its id: what else is in the table, nothing, or spaces that are not there. */
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

/** `undefined`: all come by their ids. */
export const sortColumnsOf = (sort: SpaceSort): SortColumns | undefined => LEADS[sort]
