import { parseQualityValues } from './quality-values.ts'

export const CSV = 'text/csv'

/** Whether `Accept` names CSV, and likes JSON no more (RFC 9110 12.5.1). Whoever says nothing of it gets JSON. */
export function wantsCsv(accepted = ''): boolean {
  const weights = parseQualityValues(accepted)
  const [csv = 0, json] = [weights.get(CSV), weights.get('application/json')]
  const other = json ?? weights.get('application/*') ?? weights.get('*/*') ?? 0
  return csv > 0 && (json === undefined ? csv >= other : csv > json)
}

/** What spreadsheets take for a formula, in letters of either width, also behind what they trim, and quotes. */
const FORMULA = /^[\s\uFEFF"]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/**
 * The same behind what separates cells, or lines, in other dialects, to which a cell of ours is several: programs of
 * many countries split at semicolons, and quotes are none to them that do not begin such a cell.
 */
const INNER_FORMULA = /([;；\t|\r\n\u2028\u2029][\s\uFEFF"]*)(?=[=+\-@＝＋－＠])/gu

/** A text that would be run is shown instead: an apostrophe stands in front of each part that would be. */
const defused = (text: string): string => {
  const shown = text.replace(INNER_FORMULA, "$1'")
  return FORMULA.test(shown) ? `'${shown}` : shown
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? defused(value) : String(value)
  return /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As RFC 4180 has it, the names of the columns in the first line. */
export const csvOf = (names: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [names, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')
