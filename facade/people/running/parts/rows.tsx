import { useGround } from '../../shell/ground.ts'
import { Cell, labelOf } from './cell.tsx'

export type Row = Readonly<Record<string, unknown>>

/** Where one can go from a row. */
export interface Way {
  label: string
  to: string
}

interface Listed {
  caption: string
  rows: readonly Row[]
  columns?: readonly string[]
  ways?: (row: Row) => readonly Way[]
}

/** Rows of an answer as a table, which on a narrow page is read row by row. */
export function Rows({ caption, rows, columns = columnsOf(rows), ways }: Listed) {
  const { links } = useGround()
  return (
    <table class={columns.length > 3 || ways ? 'rows' : 'rows few'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(name => (
            <th scope="col" key={name}>
              {labelOf(name)}
            </th>
          ))}
          {ways && <th scope="col">What to do</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {columns.map(name => (
              <td key={name} data-label={labelOf(name)}>
                <Cell name={name} value={row[name]} />
              </td>
            ))}
            {ways && (
              <td class="ways" data-label="What to do">
                {ways(row).map(({ label, to }) => (
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

const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap(row => Object.keys(row)))]

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every(row => typeof row === 'object' && row !== null && !Array.isArray(row))

/** Any answer: its members as a list, those that are rows as tables. */
export function AnswerOf({ answer }: { answer: Row }) {
  const entries = Object.entries(answer)
  const simple = entries.filter(([, value]) => !isRows(value) || value.length === 0)
  return (
    <>
      {simple.length > 0 && <Facts facts={Object.fromEntries(simple)} />}
      {entries.map(([name, value]) =>
        isRows(value) && value.length > 0 ? <Rows key={name} caption={labelOf(name)} rows={value} /> : null,
      )}
    </>
  )
}

export function Facts({ facts }: { facts: Row }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Cell name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
