import { markdownTable } from '../../../facade/documents/document-tables.ts'
import { RETAINED_UNTIL_DELETED, RETENTION } from '../../../storage/jobs/retention-periods.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function durationOf(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size && ms % size === 0)!
  return `${ms / size} ${unit}${ms === size ? '' : 's'}`
}

/** Generated tables of docs/privacy.md, by marker name. */
export const retentionTables = (): Record<string, string> => ({
  kept: markdownTable(
    ['what', 'how long', 'tables'],
    Object.values(RETENTION).map(({ what, ms, tables, ...parts }) => [
      what,
      'partMs' in parts ? `${durationOf(ms)}, and up to ${durationOf(parts.partMs)} more` : durationOf(ms),
      tables.map(table => `\`${table}\``).join(', '),
    ]),
  ),
  'kept until deleted': markdownTable(['what', 'until'], RETAINED_UNTIL_DELETED),
})
