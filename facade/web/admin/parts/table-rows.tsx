import { usePage } from '../../layout/use-page.ts'
import { Cell, columnLabel } from './cell.tsx'

export type TableRow = Readonly<Record<string, unknown>>

/** A link of a row. */
export interface RowLink {
  label: string
  to: string
}

interface Listed {
  caption: string
  rows: readonly TableRow[]
  columns?: readonly string[]
  rowLinks?: (row: TableRow) => readonly RowLink[]
}

/** A table of rows, which is stacked on narrow screens. */
export function TableRows({ caption, rows, columns = columnsOf(rows), rowLinks }: Listed) {
  const { links } = usePage()
  return (
    <table class={columns.length > 3 || rowLinks ? 'rows' : 'rows few'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(name => (
            <th scope="col" key={name}>
              {columnLabel(name)}
            </th>
          ))}
          {rowLinks && <th scope="col">Actions</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(name => (
              <td key={name} data-label={columnLabel(name)}>
                <Cell name={name} value={row[name]} row={row} />
              </td>
            ))}
            {rowLinks && (
              <td class="actions" data-label="Actions">
                {rowLinks(row).map(({ label, to }) => (
                  <a key={to} href={links.to(to)}>
                    {label}
                  </a>
                ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const columnsOf = (rows: readonly TableRow[]): string[] => [...new Set(rows.flatMap(row => Object.keys(row)))]

const isRows = (value: unknown): value is TableRow[] =>
  Array.isArray(value) && value.every(row => typeof row === 'object' && row !== null && !Array.isArray(row))

/** Renders any output: scalar members as a list, arrays of objects as tables. */
export function OutputTable({ output }: { output: TableRow }) {
  const entries = Object.entries(output)
  const simple = entries.filter(([, value]) => !isRows(value) || value.length === 0)
  return (
    <>
      {simple.length > 0 && <Facts facts={Object.fromEntries(simple)} />}
      {entries.map(([name, value]) =>
        isRows(value) && value.length > 0 ? <TableRows key={name} caption={columnLabel(name)} rows={value} /> : null,
      )}
    </>
  )
}

export function Facts({ facts }: { facts: TableRow }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{columnLabel(name)}</dt>
          <dd>
            <Cell name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
