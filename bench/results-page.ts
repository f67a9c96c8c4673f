import path from 'node:path'
import { ROOT } from './builds/builds.ts'

export const RESULTS = path.join(ROOT, 'bench/RESULTS.md')

/** The section of a benchmark, from its heading to the next one. */
export const sectionOf = (page: string, name: string): string | undefined =>
  sectionsOf(page).find(section => nameOf(section) === name)

/** The page with this section, replacing the one of the same name or inserted in order. */
export function withSection(page: string, section: string): string {
  const name = nameOf(section)
  const [head, ...others] = [headOf(page), ...sectionsOf(page).filter(other => nameOf(other) !== name)]
  const index = others.findIndex(other => isBefore(name, nameOf(other)))
  others.splice(index < 0 ? others.length : index, 0, section.trim())
  return `${[head, ...others].join('\n\n')}\n`
}

const headOf = (page: string): string => page.split(/^## /m)[0]!.trim()

const sectionsOf = (page: string): string[] =>
  page
    .split(/^## /m)
    .slice(1)
    .map(text => `## ${text}`.trim())

const nameOf = (section: string): string => /^## ([\w-]+)/.exec(section)?.[1] ?? ''

/** Numeric order: B1 before B2 before B10, and then sections with names. */
const isBefore = (one: string, other: string): boolean => rankOf(one) < rankOf(other)

/** B2-COLD follows B2. */
function rankOf(name: string): number {
  const [, number, more] = /^B(\d+)(-\w+)?$/.exec(name) ?? []
  return number === undefined ? Number.MAX_SAFE_INTEGER : Number(number) + (more === undefined ? 0 : 0.5)
}
