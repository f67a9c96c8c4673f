import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from '../requirements.ts'
import { sourcePath } from '../source.ts'

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

export const readSources = (folder = sourcePath('scenarios')): Source[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .map(name => parseSource(readFileSync(path.join(folder, name), 'utf8')))

/** The scenarios with a check that proves one of these clauses. */
export function bearingOn(clauses: string[], rows: Row[], sources: Source[]): string[] {
  const asked = rows.filter(row => row.clauses.some(id => clauses.includes(id))).map(({ requirement }) => requirement)
  return sources
    .filter(source => asked.some(requirement => isNamedIn(source, requirement)))
    .flatMap(({ scenarios }) => scenarios)
}
