import { isKilled, type Trial } from './trial.ts'

const HEAD = `# Defects that the suite finds

Written by \`npm run mutants\`, which gives a copy of the server one defect after the other and plays the suite against
it. A defect is killed where each clause that it breaks has a check that falls, and no check falls that proves nothing
of what it breaks. Of what no protocol tells, each of the named files of \`npm test\` must fall.

| name | defect | clauses, or tests | result | checks that fell |
| ---- | ------ | ----------------- | ------ | ---------------: |
`

export function resultOf(trial: Trial): string {
  const { broken, missed, strays } = trial
  if (isKilled(trial)) return 'killed'
  if (broken !== undefined) return `not tried: ${broken}`
  const other = strays.map(({ requirement, scenario }) => requirement || scenario)
  const parts = [
    missed.length === 0 ? 'killed' : `survived at ${missed.join(' ')}`,
    ...(other.length === 0 ? [] : [`others fell: ${[...new Set(other)].join(', ')}`]),
  ]
  return parts.join('; ')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

function rowOf(trial: Trial): string {
  const { name, defect, clauses, tests } = trial.mutant
  return `| ${[name, defect, [...clauses, ...tests].join(' '), resultOf(trial), String(trial.fell)].map(cell).join(' | ')} |`
}

/** The page with the rows of these trials in place of those before, without rows of mutants that are no more. */
export function resultsPage(former: string, trials: Trial[], names: string[]): string {
  const rows = new Map(
    [...former.matchAll(/^\| ([a-z0-9-]*[a-z0-9][a-z0-9-]*) \|.*$/gm)].map(([row, name]) => [name!, row]),
  )
  for (const trial of trials) rows.set(trial.mutant.name, rowOf(trial))
  const kept = names.flatMap(name => rows.get(name) ?? [])
  const killed = kept.filter(row => / \| killed \| \d+ \|$/.test(row)).length
  return `${HEAD}${kept.join('\n')}\n\n${killed} of ${names.length} killed.\n`
}
