import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const names = z.array(z.string()).default([])

const rule = z.strictObject({
  file: z.string(),
  /** Occurs once in the file. */
  find: z.string(),
  replace: z.string(),
  /** Each must have a check that fails. */
  clauses: names,
  /** Checks of these may fail as well. */
  dependent: names,
  /** Test files that must each fail, for what no clause of the protocol says. */
  tests: names,
  /** The server enforces its rate limits. */
  rate_limits: z.boolean().default(false),
})

/** A defect of the server and what must find it. */
export type Mutant = z.infer<typeof rule> & { name: string }

/** More are not worth their upkeep: a new rule of weight replaces one of less. */
const MOST_MUTANTS = 150

/** The mutants of all `<feature>.yaml` files in the folder, in the order of these. */
export const readMutants = (folder: string): Mutant[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.yaml'))
    .sort()
    .flatMap(file => {
      const rules = z.record(z.string(), rule).parse(parse(readFileSync(path.join(folder, file), 'utf8')))
      return Object.entries(rules).map(([name, fields]) => ({ name, ...fields }))
    })

const occurrences = (text: string, piece: string): number => text.split(piece).length - 1

/** The text of the file with the defect; an error where `find` does not occur exactly once. */
export function mutate(text: string, { file, find, replace }: Mutant): string {
  const count = occurrences(text, find)
  if (count !== 1) throw new Error(`\`find\` occurs ${count} times in ${file}: ${find}`)
  return text.replace(find, () => replace)
}

/** What is wrong with the rules, one line each. */
export function faultsOf(mutants: readonly Mutant[], root: string, clauses: ReadonlySet<string>): string[] {
  const faults = mutants.flatMap(mutant => faultsOfOne(mutant, root, clauses).map(fault => `${mutant.name}: ${fault}`))
  const repeated = mutants.filter(({ name }, at) => mutants.findIndex(other => other.name === name) !== at)
  return [
    ...faults,
    ...repeated.map(({ name }) => `${name}: another mutant has this name`),
    ...(mutants.length > MOST_MUTANTS ? [`${mutants.length} mutants, at most ${MOST_MUTANTS}`] : []),
  ]
}

function faultsOfOne(mutant: Mutant, root: string, known: ReadonlySet<string>): string[] {
  const { file, find, replace, clauses, dependent, tests } = mutant
  const isThere = (name: string) => existsSync(path.join(root, name))
  const count = isThere(file) ? occurrences(readFileSync(path.join(root, file), 'utf8'), find) : undefined
  return [
    ...(count === undefined ? [`there is no ${file}`] : []),
    ...(count !== undefined && count !== 1 ? [`\`find\` occurs ${count} times in ${file}`] : []),
    ...(find === replace ? ['`replace` equals `find`'] : []),
    ...(clauses.length + tests.length === 0 ? ['names no clauses and no tests'] : []),
    ...[...clauses, ...dependent].filter(id => !known.has(id)).map(id => `the protocol has no clause ${id}`),
    ...tests.filter(name => !isThere(name)).map(name => `there is no ${name}`),
  ]
}
