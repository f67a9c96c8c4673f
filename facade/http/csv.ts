import { parseQualityValues } from './quality-values.ts'

export const CSV = 'text/csv'

/** Whether `Accept` names CSV with at least the weight of JSON (RFC 9110 12.5.1). JSON is the default. */
export function wantsCsv(accepted = ''): boolean {
  const weights = parseQualityValues(accepted)
  const [csv = 0, json] = [weights.get(CSV), weights.get('application/json')]
  const other = json ?? weights.get('application/*') ?? weights.get('*/*') ?? 0
  return csv > 0 && (json === undefined ? csv >= other : csv > json)
}

/**
 * Characters that start a formula in spreadsheets, in either width, also after characters that they trim, and quotes.
 */
const FORMULA = /^[\s\uFEFF"]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/**
 * The same after the separators of other dialects, which split one of our cells into several: many locales split at
 * semicolons, and do not recognize quotes inside a cell.
 */
const INNER_FORMULA = /([;；\t|\r\n\u2028\u2029][\s\uFEFF"]*)(?=[=+\-@＝＋－＠])/gu

/** Disables formulas: each part that would be executed is prefixed with an apostrophe. */
const defused = (text: string): string => {
  const escaped = text.replace(INNER_FORMULA, "$1'")
  return FORMULA.test(escaped) ? `'${escaped}` : escaped
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? defused(value) : String(value)
  return /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** CSV as in RFC 4180, with the names of the columns in the first line. */
export const csvOf = (names: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [names, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')
