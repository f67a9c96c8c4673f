import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Part } from '../protocol.ts'
import type { Outcome } from '../scenario.ts'
import { sourcePath } from '../source.ts'

const requirementId = z.string().regex(/^[a-z]+(-[a-z]+)*\.[a-z0-9-]+$/)
const clauseIds = z.array(z.string().regex(/^[A-Z]+-[1-9]\d*$/))
/** Checks by their titles, in which `*` stands for anything, each with the clauses that it proves. */
const requirementFile = z.record(requirementId, z.record(z.string().min(1), clauseIds))

/** One row of a requirement: checks whose titles fit a pattern, and what they prove. */
export type Row = {
  file: string
  requirement: string
  pattern: string
  fits: (title: string) => boolean
  clauses: string[]
}

export function readRequirements(folder = sourcePath('requirements')): Row[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .flatMap(name => parseRequirements(name, readFileSync(join(folder, name), 'utf8')))
}

/** The clauses that may be without a check. */
export const readAllowance = (): string[] =>
  clauseIds.parse(parse(readFileSync(sourcePath('unchecked.yaml'), 'utf8')) ?? [])

export function parseRequirements(file: string, text: string): Row[] {
  const parsed = requirementFile.safeParse(parse(text) ?? {})
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return Object.entries(parsed.data).flatMap(([requirement, checks]) =>
    Object.entries(checks).map(([pattern, clauses]) => {
      const expression = toExpression(pattern)
      return { file, requirement, pattern, clauses, fits: (title: string) => expression.test(title) }
    }),
  )
}

/** The rows that a check belongs to: exactly one, where nothing is broken. */
export const rowsOf = (rows: Row[], { requirement, title }: Pick<Outcome, 'requirement' | 'title'>): Row[] =>
  rows.filter(row => row.requirement === requirement && row.fits(title))

/** What is broken in the rows as they are written, in words. */
export function faultsOf(rows: Row[], parts: Part[]): string[] {
  const clauses = new Map(parts.flatMap(part => part.clauses.map(clause => [clause.id, clause])))
  const homes = new Map(rows.toReversed().map(({ requirement, file }) => [requirement, file]))
  return rows.flatMap(({ file, requirement, pattern, clauses: named }) => {
    if (homes.get(requirement) !== file) return [`${file}: ${requirement} stands already in ${homes.get(requirement)}`]
    const row = `${requirement}: "${pattern}"`
    if (named.length === 0) return [`${row} proves no clause`]
    return named.flatMap(id => {
      const clause = clauses.get(id)
      if (!clause) return [`${row} names the unknown clause ${id}`]
      return clause.untestable ? [`${row} proves ${id}, which is untestable from outside`] : []
    })
  })
}

/** What is broken between the rows and the checks that ran, in words. */
export function traceGaps(rows: Row[], outcomes: Outcome[]): string[] {
  const known = new Set(rows.map(({ requirement }) => requirement))
  const ran = outcomes.filter(({ requirement }) => requirement !== '')
  const idle = rows.filter(
    row => !ran.some(({ requirement, title }) => row.requirement === requirement && row.fits(title)),
  )
  const stray = ran.flatMap(outcome => {
    const { requirement, title } = outcome
    if (!known.has(requirement)) return [`the check "${title}" names the unknown requirement ${requirement}`]
    const fitting = rowsOf(rows, outcome)
    if (fitting.length === 1) return []
    return [`${requirement}: the check "${title}" fits ${fitting.length === 0 ? 'none' : fitting.length} of its rows`]
  })
  return [...idle.map(({ requirement, pattern }) => `${requirement}: no check "${pattern}" ran`), ...stray]
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
