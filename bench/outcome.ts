import { type Measured, medianOf } from './rounds.ts'

/** The results of one benchmark. */
export interface Outcome {
  name: string
  title: string
  measured: Measured[]
  checks: Check[]
  /** Figures other than those measured under load. */
  table?: { head: string[]; rows: string[][] }
  notes: string[]
}

/** A figure with its limit and its target; figures that are only printed have neither. */
export interface Check {
  what: string
  value: number
  unit: '%' | 'x' | 'ms' | 's' | 'MB' | 'KB' | ''
  isLessBetter?: boolean
  must?: number
  aim?: number
}

export function verdict({ value, must, aim, isLessBetter }: Check): string {
  const reaches = (goal: number) => (isLessBetter ? value <= goal : value >= goal)
  if (must === undefined && aim === undefined) return ''
  if (must !== undefined && !reaches(must)) return 'MISSED'
  if (aim === undefined) return 'met'
  return reaches(aim) ? 'aim reached' : must === undefined ? 'below the aim' : 'met, below the aim'
}

const DIGITS = { '%': 0, x: 2, ms: 0, s: 1, MB: 0, KB: 1, '': 0 }

function show(value: number | undefined, unit: Check['unit']): string {
  if (value === undefined) return ''
  const digits = unit === 'ms' && value < 100 ? 1 : DIGITS[unit]
  const text = (unit === '%' ? value * 100 : value).toFixed(digits)
  return unit === '%' || unit === 'x' || unit === '' ? `${text}${unit}` : `${text} ${unit}`
}

/** The outcome as Markdown that is readable in a terminal. */
export function render({ name, title, measured, checks, notes, table: other }: Outcome): string {
  const figures = measured.map(one => [
    one.label,
    ...[medianOf(one, 'rate').toFixed(0), medianOf(one, 'p50Ms').toFixed(1), medianOf(one, 'p99Ms').toFixed(1)],
    ...(['nodeUs', 'postgresUs'] as const).map(figure => medianOf(one, figure).toFixed(0)),
    `${(medianOf(one, 'generatorShare') * 100).toFixed(0)}%`,
  ])
  const goals = checks.map(check => {
    const { what, value, unit, must, aim, isLessBetter } = check
    const bound = (goal: number | undefined) => (goal !== undefined && isLessBetter ? '<= ' : '') + show(goal, unit)
    return [what, show(value, unit), bound(must), bound(aim), verdict(check)]
  })
  const parts = [
    `## ${name}: ${title}`,
    table(['', 'requests/s', 'p50 ms', 'p99 ms', 'node µs', 'PostgreSQL µs', 'generator'], figures),
    table(['', 'is', 'must', 'aim', ''], goals),
    other ? table(other.head, other.rows) : '',
    notes.map(note => `- ${note}`).join('\n'),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

export function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0), 3))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
