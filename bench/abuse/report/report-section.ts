import { type Circumstances, cellsOf, legendOf, sectionOfCells, today } from './report.ts'
import type { Row } from './row.ts'

/** The section of the page with these rows replacing those of the same attacks, after a run of some attacks only. */
export function sectionWith(former: string, rows: readonly Row[], { command }: Pick<Circumstances, 'command'>): string {
  const keyOf = ([attack, limits]: readonly string[]) => `${attack} ${limits}`
  const cells = new Map([...rowsIn(former), ...rows.map(cellsOf)].map(row => [keyOf(row), row]))
  const names = [...new Set(rows.map(({ attack }) => attack))]
  const isOfOthers = (note: string) =>
    !names.some(name => note.startsWith(`${name}: `) || note.startsWith(apartOf(name)))
  const notes = former.split('\n').flatMap(line => (line.startsWith('- ') ? [line.slice(2)] : []))
  const seconds = Number(/for (\d+) s,/.exec(former)?.[1])
  return sectionOfCells([...cells.values()], seconds, [
    ...notes.filter(isOfOthers),
    ...legendOf(rows),
    ...names.map(name => `${apartOf(name)} \`${command}\` on ${today()}`),
  ])
}

const apartOf = (name: string): string => `${name}, apart from the others:`

/** The cells of the table without its header. */
const rowsIn = (section: string): string[][] =>
  section
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(1)
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
