import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Part, prefixOf } from '../protocol.ts'
import { sourcePath } from '../source.ts'

/** A scenario file: its scenarios, the titles of its checks as written, with `${...}` for interpolated parts, the clauses they name and its source. */
export type Source = { scenarios: string[]; checks: string[]; clauses: string[]; text: string }

const CHECK = /\b(?:check|background)\(\s*(?:'([^']+)'|"([^"]+)"|`([^`]+)`)/g

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(match => match[1]!)

/** The clauses that have one of the parts' prefixes, whether or not they exist. */
export function parseSource(text: string, parts: readonly Part[]): Source {
  const prefixes = new Set(parts.flatMap(({ clauses }) => clauses.map(({ id }) => prefixOf(id))))
  const named = found(text, /['"]([A-Z]+-[1-9]\d*)['"]/g).filter(id => prefixes.has(prefixOf(id)))
  return {
    scenarios: found(text, /\bdefineScenario\(\s*['"]([^'"]+)['"]/g),
    clauses: [...new Set(named)],
    checks: [...text.matchAll(CHECK)].map(([, one, two, three]) => one ?? two ?? three ?? ''),
    text,
  }
}

/** The compiled files, because the distributed suite has no sources. */
export function readSources(
  parts: readonly Part[],
  folder = fileURLToPath(new URL('../scenarios', import.meta.url)),
): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.[jt]s$/.test(name))
    .map(name => parseSource(readFileSync(path.join(folder, name), 'utf8'), parts))
}

/** Whether the title of a check that ran may be the written one, in which `${...}` matches anything. */
export function mayBe(written: string, said: string): boolean {
  const [first = '', last = ''] = [written.split('${')[0], written.split('}').at(-1)]
  if (written.includes('\\')) return true
  return written.includes('${') ? said.startsWith(first) && said.endsWith(last) : said === written
}

/** The scenarios, with the checks that prove one of these clauses. */
export const scenariosProving = (clauses: readonly string[], sources: readonly Source[]): string[] =>
  sources.filter(source => source.clauses.some(id => clauses.includes(id))).flatMap(({ scenarios }) => scenarios)

/** For each clause that a check names, the scenarios that may contain such a check. */
export function filesProving(sources: readonly Source[]): Map<string, string[]> {
  const homes = new Map<string, string[]>()
  for (const { clauses, scenarios } of sources) {
    for (const id of clauses) homes.set(id, [...(homes.get(id) ?? []), ...scenarios])
  }
  return homes
}

/** The clauses that may be without a check. */
export const readAllowance = (): string[] =>
  z.array(z.string()).parse(parse(readFileSync(sourcePath('unchecked.yaml'), 'utf8')) ?? [])
