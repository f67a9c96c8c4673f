/** Control characters, and those that reorder what stands around them. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const escapeUnprintable = (text: string): string =>
  text.replace(UNPRINTABLE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON on one line; what a terminal would obey is escaped too. */
export const printJson = (value: unknown): string => escapeUnprintable(JSON.stringify(value))

type Row = Readonly<Record<string, unknown>>

/** For people: `member: value` lines, and a table for a list of objects. */
export function printText(output: Row): string {
  const entries = Object.entries(output)
  const simple = entries.filter(([, value]) => !isTable(value))
  const width = Math.max(0, ...simple.map(([name]) => name.length))
  const tables = entries.flatMap(([name, value]) => (isTable(value) ? [describeTable(name, value)] : []))
  const lines = simple.map(([name, value]) => `${`${name}:`.padEnd(width + 1)} ${cell(value)}`.trimEnd())
  return [...tables, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
}

const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every(row => typeof row === 'object' && row !== null && !Array.isArray(row))

function describeTable(name: string, rows: readonly Row[]): string {
  if (rows.length === 0) return `no ${name.replaceAll('_', ' ')}`
  const heads = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const lines = [heads, ...rows.map(row => heads.map(head => cell(row[head])))]
  const widths = heads.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  return lines
    .map(line =>
      line
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value) && value.every(member => typeof member === 'string'))
    return value.map(cell).join(', ') || '-'
  return typeof value === 'string' ? escapeUnprintable(value) : printJson(value)
}
