import { members, textTable } from './text-layout.ts'

/**
 * Control characters, bidirectional controls and invisible characters; not joiners, which languages and emoji need.
 * Also lone surrogates, which cannot be encoded for a terminal.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const asEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`

export const escapeUnprintable = (text: string): string =>
  text.replace(UNPRINTABLE, found =>
    Array.from({ length: found.length }, (_, at) => asEscape(found.charCodeAt(at))).join(''),
  )

/** JSON on one line, with terminal control characters escaped. */
export const printJson = (value: unknown): string => escapeUnprintable(JSON.stringify(value))

type Row = Readonly<Record<string, unknown>>

/** For people: `member: value` lines, and a table for a list of objects, within the width of the terminal. */
export function printText(output: Row, columns?: number): string {
  const entries = Object.entries(output)
  const simple = entries.filter(([, value]) => !isTable(value)).map(([name, value]) => [name, cell(value)] as const)
  const tables = entries.flatMap(([name, value]) => (isTable(value) ? [describeTable(name, value, columns)] : []))
  return [...tables, ...(simple.length > 0 ? [members(simple, columns).join('\n')] : [])].join('\n\n')
}

const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every(row => typeof row === 'object' && row !== null && !Array.isArray(row))

function describeTable(name: string, rows: readonly Row[], columns: number | undefined): string {
  if (rows.length === 0) return `no ${name.replaceAll('_', ' ')}`
  const heads = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cells = rows.map(row => heads.map(head => cell(row[head])))
  return textTable(heads, cells, columns).join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value) && value.every(member => typeof member === 'string'))
    return value.map(cell).join(', ') || '-'
  return typeof value === 'string' ? escapeUnprintable(value) : printJson(value)
}
