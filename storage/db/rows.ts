import { SQL, type SQLStatement } from 'sql-template-strings'

/** Members of an item, and the types that they have in SQL, as arrays: `{ id: 'uuid[]', body: 'text[]::jsonb[]' }`. */
export type Columns<Item> = Readonly<{ [Name in keyof Item & string]?: `${string}[]` }>

/** The items as rows of `i`, for a `from`: a column for each that is named, and `place`, which counts from 1. */
export function rowsOf<Item extends object>(items: readonly Item[], columns: Columns<Item>): SQLStatement {
  const names = Object.keys(columns) as (keyof Item & string)[]
  const rows = SQL`unnest(`
  for (const [at, name] of names.entries()) {
    rows
      .append(at === 0 ? '' : ', ')
      .append(SQL`${items.map(item => item[name])}`)
      .append(`::${columns[name]}`)
  }
  return rows.append(`) with ordinality as i (${names.join(', ')}, place)`)
}
