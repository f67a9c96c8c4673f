import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Row } from './requirements.ts'

/** A file of scenarios, and the requirements that its checks name; of one that is put together, what it begins with. */
export type Source = { scenarios: string[]; requirements: string[] }

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(match => match[1]!)

export const parseSource = (text: string): Source => ({
  scenarios: found(text, /\bdefineScenario\(\s*'([^']+)'/g),
  requirements: found(text, /\b(?:check|aside)\(\s*['`]([^'`$]+)/g),
})

/** Whether a check of the file may be of the requirement. */
export const isNamedIn = ({ requirements }: Source, requirement: string): boolean =>
  requirements.some(named => (named.endsWith('.') ? requirement.startsWith(named) : requirement === named))

/** As they are run, since those who have the suite alone have no others. */
export function readSources(folder = fileURLToPath(new URL('scenarios', import.meta.url))): Source[] {
  return readdirSync(folder)
    .filter(name => /\.[jt]s$/.test(name))
    .map(name => parseSource(readFileSync(path.join(folder, name), 'utf8')))
}

/** The scenarios with a check of one of these rows. */
export const scenariosWith = (rows: Row[], sources: Source[]): string[] =>
  sources
    .filter(source => rows.some(({ requirement }) => isNamedIn(source, requirement)))
    .flatMap(({ scenarios }) => scenarios)

/** The scenarios with a check that proves one of these clauses. */
export const bearingOn = (clauses: string[], rows: Row[], sources: Source[]): string[] =>
  scenariosWith(
    rows.filter(row => row.clauses.some(id => clauses.includes(id))),
    sources,
  )

/** Of each clause the scenarios that have a check of it. */
export function homesOf(rows: Row[], sources: Source[]): Map<string, string[]> {
  const homes = new Map<string, string[]>()
  for (const row of rows) {
    const scenarios = scenariosWith([row], sources)
    for (const id of row.clauses) homes.set(id, [...new Set([...(homes.get(id) ?? []), ...scenarios])])
  }
  return homes
}
