import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Outcome } from './scenario.ts'
import { sourcePath } from './source.ts'

const requirements = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z]+\.[a-z0-9-]+$/),
    source: z.string().regex(/^(spec|decisions|design|agent-index) /),
    text: z.string().min(10),
    /** Titles of checks; `*` stands for anything. */
    checks: z.array(z.string()).min(1),
  }),
)

type Requirement = z.infer<typeof requirements>[number]

export function readRequirements(): Requirement[] {
  const folder = sourcePath('requirements')
  return readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    .flatMap(name => requirements.parse(parse(readFileSync(join(folder, name), 'utf8'))))
}

/** What is broken between the requirements and the checks that ran, in words. */
export function traceGaps(all: Requirement[], outcomes: Outcome[]): string[] {
  const ran = new Map<string, string[]>(all.map(({ id }) => [id, []]))
  const gaps = all.length === ran.size ? [] : ['two requirements share an id']
  for (const { requirement, title } of outcomes) {
    if (!requirement) continue
    const titles = ran.get(requirement)
    if (titles) titles.push(title)
    else gaps.push(`the check "${title}" names the unknown requirement ${requirement}`)
  }
  for (const { id, checks } of all) gaps.push(...gapsOf(id, checks, ran.get(id) ?? []))
  return gaps
}

function gapsOf(id: string, patterns: string[], titles: string[]): string[] {
  const expressions = patterns.map(pattern => [pattern, toExpression(pattern)] as const)
  const idle = expressions.filter(([, expression]) => !titles.some(title => expression.test(title)))
  const stray = titles.filter(title => !expressions.some(([, expression]) => expression.test(title)))
  return [
    ...idle.map(([pattern]) => `${id}: no check "${pattern}" ran`),
    ...stray.map(title => `${id}: the check "${title}" is not among its checks`),
  ]
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
