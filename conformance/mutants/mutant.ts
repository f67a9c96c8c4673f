import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A defect of the server, as a patch of its source that says what of the suite must find it. */
export type Mutant = {
  name: string
  file: string
  /** In a sentence. */
  defect: string
  /** Each must have a check that falls. */
  clauses: string[]
  /** May fall with them: they cannot hold where those do not. */
  dependent: string[]
  /** Files of tests that must each fall: of what no protocol tells. */
  tests: string[]
  /** The limits of the server are on. */
  isLimited: boolean
}

/** A patch without a sound header. */
export class MalformedMutant extends Error {}

const words = (text = ''): string[] => text.split(/ +/).filter(word => word !== '')

/** The header stands in front of the first line of the diff: lines of `Name: value`. */
export function parseMutant(file: string, text: string): Mutant {
  const head = text.split(/^(?:diff|---) /m)[0] ?? ''
  const fields = new Map([...head.matchAll(/^(\w+): (.+)$/gm)].map(([, name, value]) => [name, value]))
  const name = path.basename(file, '.patch')
  const defect = fields.get('Defect')
  const clauses = words(fields.get('Clauses'))
  const tests = words(fields.get('Tests'))
  if (!defect || clauses.length + tests.length === 0) {
    throw new MalformedMutant(`${name}: needs the lines Defect, and Clauses or Tests, in front of its diff`)
  }
  const dependent = words(fields.get('Dependent'))
  return { name, file, defect, clauses, dependent, tests, isLimited: fields.get('Limits') === 'on' }
}

export const readMutants = (folder: string): Mutant[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.patch'))
    .sort()
    .map(name => parseMutant(path.join(folder, name), readFileSync(path.join(folder, name), 'utf8')))
