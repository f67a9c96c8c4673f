import { weightsOf } from './weights.ts'

export const CSV = 'text/csv'

/** Whether `Accept` names CSV, and likes JSON no more (RFC 9110 12.5.1). Whoever says nothing of it gets JSON. */
export function wantsCsv(accepted = ''): boolean {
  const weights = weightsOf(accepted)
  const [csv = 0, json] = [weights.get(CSV), weights.get('application/json')]
  const other = json ?? weights.get('application/*') ?? weights.get('*/*') ?? 0
  return csv > 0 && (json === undefined ? csv >= other : csv > json)
}

/** What spreadsheets take for a formula, in letters of either width, also behind what they trim. */
const FORMULA = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A text that would be run is shown instead: an apostrophe stands in front of it. */
const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? defused(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As RFC 4180 has it, the names of the columns in the first line. */
export const csvOf = (names: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [names, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')
