import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

const GAP = '  '
/** Minimum width of a table column. */
const NARROWEST = 8
/**
 * Words up to this length, such as an id, are not broken in a table; if they do not fit, each row is printed as lines.
 */
const WHOLE = 36

/** Wraps text to a width, between words, or within longer ones. */
export const wrapText = (text: string, columns: number | undefined): string[] =>
  columns === undefined ? [text] : wrapAnsi(text, Math.max(columns, 1), { hard: true }).split('\n')

const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(columns - stringWidth(text), 0))

/** Rows of two texts side by side; if the space is insufficient, one below the other. */
export function pairs(rows: readonly (readonly string[])[], columns: number | undefined): string[] {
  const first = Math.max(0, ...rows.map(([text]) => stringWidth(text!)))
  const width = columns === undefined ? undefined : columns - first - 2 * GAP.length
  if (width !== undefined && columns !== undefined && width < Math.min(columns / 3, WHOLE)) {
    return rows.flatMap(([head, rest]) => [
      ...wrapText(head!, columns - GAP.length).map(line => GAP + line),
      ...(rest ? wrapText(rest, columns - 3 * GAP.length).map(line => GAP.repeat(3) + line) : []),
    ])
  }
  return rows.flatMap(([head, rest]) =>
    wrapText(rest ?? '', width).map((line, at) =>
      `${GAP}${padded(at === 0 ? head! : '', first)}${GAP}${line}`.trimEnd(),
    ),
  )
}

/** `name: value`, with aligned values and continuation lines. */
export function members(entries: readonly (readonly [name: string, value: string])[], columns?: number): string[] {
  const first = Math.max(0, ...entries.map(([name]) => name.length)) + 1
  const width = columns === undefined ? undefined : Math.max(columns - first - 1, NARROWEST)
  return entries.flatMap(([name, value]) =>
    wrapText(value, width).map((line, at) => `${padded(at === 0 ? `${name}:` : '', first)} ${line}`.trimEnd()),
  )
}

/** A table with a header; if it does not fit, each row as lines of its members. */
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

/** Per column, the minimum width that breaks no word up to the length of an id. */
const leastOf = (lines: readonly (readonly string[])[], natural: readonly number[]): number[] =>
  natural.map((width, at) => {
    const wordWidths = lines.flatMap(line => line[at]!.split(' ')).map(word => Math.min(stringWidth(word), WHOLE))
    return Math.min(width, Math.max(...wordWidths, NARROWEST))
  })

/** Fits column widths into a total, by shrinking the widest; `undefined` if the words do not fit. */
function fitted(natural: readonly number[], least: readonly number[], columns: number | undefined) {
  if (columns === undefined) return natural
  const available = columns - GAP.length * (natural.length - 1)
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
  if (sum(least) > available) return undefined
  // The maximum width of any column with which all fit.
  let most = Math.max(...natural)
  const at = (limit: number) => natural.map((width, n) => Math.max(Math.min(width, limit), least[n]!))
  while (sum(at(most)) > available) most--
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
