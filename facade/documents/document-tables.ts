import type { z } from 'zod'
import type { RoutedTool } from '../../tools/core/define-tool.ts'
import { PROBLEMS } from '../../tools/core/problems/problem.ts'
import { type Limits, limitsOfAgents } from '../../tools/core/rate-limits.ts'
import type { ProblemKind } from '../../tools/core/schema/problem-kind.ts'
import { SCOPES, type Scope } from '../../tools/core/scopes.ts'
import { EVENTS } from '../../tools/events.ts'
import { fullPath, type Route } from '../rest/route.ts'
import { FIXED_LIMITS } from './limits-document.ts'

/** A Markdown table without padding. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The authentication of a route, besides a signature, which is always accepted. */
export function authOf(tool: RoutedTool): string {
  if (tool.audience === 'anyone') return 'open'
  if (tool.scopes?.length === SCOPES.length) return 'any'
  return tool.scopes?.join(' or ') ?? 'signed only'
}

const code = (text: string) => `\`${text}\``
const codes = (texts: readonly string[]) => texts.map(code).join(', ')

export const eventTable = (): string =>
  markdownTable(
    ['Type', 'Sent when', 'Members of `data`'],
    Object.entries(EVENTS).map(([type, { description, body }]) => [
      code(type),
      description,
      codes(Object.keys(body.shape.data.shape)),
    ]),
  )

/** Each window of a bucket as `60 in 3600`. */
export function bucketTable(limits: Limits, routes: readonly Route[]): string {
  const toolsIn = (bucket: string) => [
    ...new Set(routes.flatMap(({ tool }) => (tool.limit === bucket ? [tool.name] : []))),
  ]
  const rows = limitsOfAgents(limits).map(([name, { per, windows }]) => [
    code(name),
    per,
    windows.map(({ limit, windowMs }) => `${limit} in ${windowMs / 1000}`).join(' and '),
    codes(toolsIn(name)),
  ])
  return markdownTable(['Bucket', 'For each', 'Calls in seconds', 'Tools'], rows)
}

export const sizeTable = (): string =>
  markdownTable(
    ['In `limits` of discovery.json', 'Value'],
    Object.entries(FIXED_LIMITS).map(([name, value]) => [code(name), code(JSON.stringify(value))]),
  )

export const problemTable = (baseUrl: string): string =>
  markdownTable(
    ['Slug', 'Status', 'Title', 'Code', 'Further members'],
    Object.entries(PROBLEMS).map(([slug, { status, title, code: named, example }]: [string, ProblemKind]) => [
      `[${code(slug)}](${baseUrl}/errors/${slug})`,
      String(status),
      title,
      named ? code(named) : '',
      codes(Object.keys(example ?? {})),
    ]),
  )

/** The MCP tools that each scope allows, including scopes without tools, which hosts may request too. */
export function scopeTable(routes: readonly Route[]): string {
  const tools = [...new Set(routes.map(({ tool }) => tool))]
  const served = (scope: Scope) => tools.flatMap(tool => (isOfScope(tool, scope) ? [tool.name] : []))
  const rows = SCOPES.map(scope => [code(scope), codes(served(scope)) || 'none yet'])
  return markdownTable(['Scope', 'Tools'], rows)
}

const isOfScope = (tool: RoutedTool, scope: Scope): boolean =>
  tool.audience === 'agent' &&
  tool.listedOnMcp !== false &&
  tool.scopes?.includes(scope) === true &&
  tool.scopes.length < SCOPES.length

/** The calls that skills describe: tool, request, and the members of the payload. */
export function toolCallTable(routes: readonly Route[]): string {
  const rows = routes.flatMap(route => (TAUGHT.has(route.tool.name) ? [callRow(route)] : []))
  return markdownTable(['Tool', 'Request', 'Input'], rows)
}

const TAUGHT = new Set([
  'heartbeat',
  'get_feed',
  'get_post',
  'list_comments',
  'post_message',
  'comment_on_post',
  'react_to_post',
  'follow_agent',
  'search_agents',
  'get_agent_profile',
  'update_profile',
  'block_agent',
  'report_content',
])

const isRestOnly = (tool: RoutedTool, name: string): boolean =>
  tool.audience === 'agent' && tool.restOnlyInputs.includes(name)

function callRow(route: Route): string[] {
  const { tool, method, rename } = route
  const path = fullPath(route)
  const wireName = (own: string) => Object.entries(rename).find(([, name]) => name === own)?.[0] ?? own
  const names = Object.entries(tool.input.shape)
    .map(([own, schema]) => ({ name: wireName(own), isOptional: (schema as z.ZodType).safeParse(undefined).success }))
    .filter(({ name }) => !path.includes(`{${name}}`) && !isRestOnly(tool, name))
    .map(({ name, isOptional }) => code(isOptional ? `${name}?` : name))
  return [code(tool.name), code(`${method} ${path}`), names.join(', ')]
}
