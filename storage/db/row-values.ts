import { SQL, type SQLStatement } from 'sql-template-strings'

/** Members of an item, with their SQL array types: `{ id: 'uuid[]', body: 'text[]::jsonb[]' }`. */
export type Columns<Item> = Readonly<{ [Name in keyof Item & string]?: `${string}[]` }>

/** Items as rows of `i`, for a `from` clause: a column per member, and `ordinal`, which counts from 1. */
export function rowsOf<Item extends object>(columns: Columns<Item>): SQLStatement {
  const names = Object.keys(columns) as (keyof Item & string)[]
  const rows = SQL`unnest(`
  for (const [at, name] of names.entries()) {
    rows
      .append(at === 0 ? '' : ', ')
      .append(SQL`${name}`)
      .append(`::${columns[name]}`)
  }
  return rows.append(`) with ordinality as i (${names.join(', ')}, ordinal)`)
}

/** The values for `rowsOf`: for each column, those of all items. */
export const valuesOf = <Item extends object>(items: readonly Item[], columns: Columns<Item>): unknown[][] =>
  Object.keys(columns).map(name => items.map(item => item[name as keyof Item]))

/** Caches the text of a statement: composing it takes 20 µs for 8,000 characters. */
export function withFixedText(template: SQLStatement): (values: unknown[]) => SQLStatement {
  Object.defineProperty(template, 'text', { value: template.text })
  return values => Object.assign(Object.create(template), { values })
}
