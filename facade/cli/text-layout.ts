import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

const GAP = '  '
/** A column of tables has at least so many, however little room there is. */
const NARROWEST = 8
/** Words up to this length, such as an id, are not broken in a table: lines of one record each serve better. */
const WHOLE = 36

/** Text on lines of at most so many columns, broken between words, or within one that is longer. */
export const wrapText = (text: string, columns: number | undefined): string[] =>
  columns === undefined ? [text] : wrapAnsi(text, Math.max(columns, 1), { hard: true }).split('\n')

const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(columns - stringWidth(text), 0))

/** Rows of two, the second below each other; where little room is left beside the first, below it. */
export function pairs(rows: readonly (readonly string[])[], columns: number | undefined): string[] {
  const first = Math.max(0, ...rows.map(([text]) => stringWidth(text!)))
  const room = columns === undefined ? undefined : columns - first - 2 * GAP.length
  if (room !== undefined && columns !== undefined && room < Math.min(columns / 3, WHOLE)) {
    return rows.flatMap(([head, rest]) => [
      ...wrapText(head!, columns - GAP.length).map(line => GAP + line),
      ...(rest ? wrapText(rest, columns - 3 * GAP.length).map(line => GAP.repeat(3) + line) : []),
    ])
  }
  return rows.flatMap(([head, rest]) =>
    wrapText(rest ?? '', room).map((line, at) =>
      `${GAP}${padded(at === 0 ? head! : '', first)}${GAP}${line}`.trimEnd(),
    ),
  )
}

/** `name: value`, each value below the others, and its further lines below its first. */
export function members(entries: readonly (readonly [name: string, value: string])[], columns?: number): string[] {
  const first = Math.max(0, ...entries.map(([name]) => name.length)) + 1
  const room = columns === undefined ? undefined : Math.max(columns - first - 1, NARROWEST)
  return entries.flatMap(([name, value]) =>
    wrapText(value, room).map((line, at) => `${padded(at === 0 ? `${name}:` : '', first)} ${line}`.trimEnd()),
  )
}

/** A head and rows as a table; where that cannot be had in so many columns, each row as lines of its members. */
export function textTable(heads: readonly string[], rows: readonly (readonly string[])[], columns?: number): string[] {
  const lines = [heads, ...rows]
  const natural = heads.map((_, at) => Math.max(...lines.map(line => stringWidth(line[at]!))))
  const widths = fitted(natural, leastOf(lines, natural), columns)
  if (widths === undefined) {
    const records = rows.map(row =>
      members(
        heads.map((head, at) => [head, row[at]!] as const),
        columns,
      ),
    )
    return records.flatMap((record, at) => (at === 0 ? record : ['', ...record]))
  }
  const isWhole = widths.every((width, at) => width >= natural[at]!)
  return lines.flatMap(line => rowOf(line, widths, isWhole))
}

/** Of each column the least that breaks none of its words, but for those that are longer than an id. */
const leastOf = (lines: readonly (readonly string[])[], natural: readonly number[]): number[] =>
  natural.map((width, at) => {
    const words = lines.flatMap(line => line[at]!.split(' ')).map(word => Math.min(stringWidth(word), WHOLE))
    return Math.min(width, Math.max(...words, NARROWEST))
  })

/** Widths that fit together: the widest columns give what is lacking; `undefined` where their words do not fit. */
function fitted(natural: readonly number[], least: readonly number[], columns: number | undefined) {
  if (columns === undefined) return natural
  const room = columns - GAP.length * (natural.length - 1)
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
  if (sum(least) > room) return undefined
  // The widest that any column may be, so that all fit.
  let most = Math.max(...natural)
  const at = (limit: number) => natural.map((width, n) => Math.max(Math.min(width, limit), least[n]!))
  while (sum(at(most)) > room) most--
  return at(most)
}

function rowOf(line: readonly string[], widths: readonly number[], isWhole: boolean): string[] {
  const cells = line.map((text, at) => (isWhole ? [text] : wrapText(text, widths[at]!)))
  const height = Math.max(...cells.map(lines => lines.length))
  return Array.from({ length: height }, (_, n) =>
    cells
      .map((lines, at) => padded(lines[n] ?? '', widths[at]!))
      .join(GAP)
      .trimEnd(),
  )
}
