import { relativeTo } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { TableRows } from './table-rows.tsx'

export interface ChartMoment {
  began_at: string
}

export interface ChartLine<Row> {
  name: string
  value(row: Row): number | null
}

interface Drawn<Row extends ChartMoment> {
  title: string
  unit: string
  rows: readonly Row[]
  lines: readonly ChartLine<Row>[]
}

/** The size in pixels of a chart on a phone, so that its text is rendered at its nominal size. */
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [330, 190, 38, 10, 24]
const RIGHT = WIDTH - 8

type Point = [at: number, value: number]

const across = (index: number, count: number) => LEFT + (index / Math.max(count - 1, 1)) * (RIGHT - LEFT)

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= most)!
}

/** A time series as a chart, with its data as a table. */
export function Chart<Row extends ChartMoment>(drawn: Drawn<Row>) {
  const { title, unit, rows, lines } = drawn
  return (
    <figure class="chart">
      <figcaption>
        {title} <small>{unit}</small>
      </figcaption>
      <Drawing {...drawn} />
      {lines.length > 1 && (
        <ul class="legend">
          {lines.map(({ name }, index) => (
            <li key={name} class={`key-${index}`}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{title} as a table</summary>
        <TableRows caption={`${title}, ${unit}, newest first`} rows={tableOf(rows, lines)} />
      </details>
    </figure>
  )
}

function Drawing<Row extends ChartMoment>({ title, unit, rows, lines }: Drawn<Row>) {
  const { now } = usePage()
  const top = roundUp(Math.max(0, ...rows.flatMap(row => lines.map(line => line.value(row) ?? 0))))
  const down = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const point = ([at, value]: Point) => `${across(at, rows.length)},${down(value)}`
  const id = `chart-${title.toLowerCase().replace(/[^a-z]+/g, '-')}`
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
      <title id={id}>{`${title}: ${summary(rows, lines, unit)}`}</title>
      {[0, 0.5, 1].map(part => (
        <g key={part}>
          <line class="grid" x1={LEFT} x2={RIGHT} y1={down(top * part)} y2={down(top * part)} />
          <text class="tick" x={LEFT - 6} y={down(top * part) + 4} text-anchor="end">
            {short(top * part)}
          </text>
        </g>
      ))}
      {lines.map((line, index) => (
        <g key={line.name} class={`line line-${index}`}>
          {pieces(rows, line).map(piece => (
            <polyline key={piece[0]![0]} points={piece.map(point).join(' ')} />
          ))}
        </g>
      ))}
      <text class="tick" x={LEFT} y={HEIGHT - 6}>
        {rows[0] && relativeTo(now, new Date(rows[0].began_at))}
      </text>
      <text class="tick" x={RIGHT} y={HEIGHT - 6} text-anchor="end">
        now
      </text>
    </svg>
  )
}

const short = (value: number) =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** Splits a line at missing values. A single value becomes a dot. */
function pieces<Row extends ChartMoment>(rows: readonly Row[], line: ChartLine<Row>): Point[][] {
  const found: Point[][] = [[]]
  for (const [at, row] of rows.entries()) {
    const value = line.value(row)
    if (value === null) found.push([])
    else found.at(-1)!.push([at, value])
  }
  return found.filter(piece => piece.length > 0).map(piece => (piece.length === 1 ? [piece[0]!, piece[0]!] : piece))
}

function summary<Row extends ChartMoment>(
  rows: readonly Row[],
  lines: readonly ChartLine<Row>[],
  unit: string,
): string {
  const reported = lines.map(line => {
    const values = rows.flatMap(row => line.value(row) ?? [])
    if (values.length === 0) return `${line.name}: no data`
    return `${line.name}: maximum ${short(Math.max(...values))}, latest ${short(values.at(-1)!)}`
  })
  return `${reported.join('; ')} (${unit})`
}

const tableOf = <Row extends ChartMoment>(rows: readonly Row[], lines: readonly ChartLine<Row>[]) =>
  [...rows]
    .reverse()
    .map(row => ({ began_at: row.began_at, ...Object.fromEntries(lines.map(line => [line.name, line.value(row)])) }))
