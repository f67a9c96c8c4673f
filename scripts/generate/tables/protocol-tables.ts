import type { z } from 'zod'
import { authOf, markdownTable } from '../../../facade/documents/document-tables.ts'
import { fullPath, type Route } from '../../../facade/rest/route.ts'
import type { RoutedTool } from '../../../tools/core/define-tool.ts'
import { type Limits, limitsOfAgents } from '../../../tools/core/rate-limits.ts'
import type { ProblemKind } from '../../../tools/core/schema/problem-kind.ts'
import { SCOPES } from '../../../tools/core/scopes.ts'

interface Definitions {
  routes: readonly Route[]
  tools: readonly RoutedTool[]
  problems: Readonly<Record<string, ProblemKind>>
  events: Readonly<Record<string, { description: string; body: z.ZodObject }>>
  limits: Limits
}

const code = (text: string): string => `\`${text}\``
const codes = (texts: Iterable<string>): string => [...texts].map(code).join(', ')

/** Generated tables of the protocol, by marker name. */
export const protocolTables = (defined: Definitions): Record<string, string> => ({
  routes: routeTable(defined.routes),
  tools: toolTable(defined.tools),
  scopes: scopeTable(defined.tools),
  problems: problemTable(defined.problems),
  events: eventTable(defined.events),
  limits: limitTable(defined.limits, defined.routes),
})

const routeTable = (routes: readonly Route[]): string =>
  markdownTable(
    ['method', 'path', 'tool', 'action', 'scope of a bearer token', 'status'],
    routes.map(route => [
      route.method,
      code(fullPath(route)),
      code(route.tool.name),
      route.action ? code(route.action) : '',
      authOf(route.tool),
      String(route.status),
    ]),
  )

const isOffered = (tool: RoutedTool): boolean => tool.audience === 'agent' && tool.listedOnMcp

const toolTable = (tools: readonly RoutedTool[]): string =>
  markdownTable(
    ['tool', 'scope', 'effect', 'arguments', 'what for'],
    tools
      .filter(isOffered)
      .map(tool => [
        code(tool.name),
        authOf(tool),
        `${tool.effect}${tool.idempotent ? ', idempotent' : ''}`,
        codes(argumentsOf(tool)),
        tool.description,
      ]),
  )

/** Optional ones have a question mark. */
function argumentsOf(tool: RoutedTool): string[] {
  const isOnMcp = (name: string) => tool.audience === 'agent' && !tool.restOnlyInputs.includes(name)
  return Object.entries(tool.input.shape)
    .filter(([name]) => isOnMcp(name))
    .map(([name, schema]) => ((schema as z.ZodType).safeParse(undefined).success ? `${name}?` : name))
}

const scopeTable = (tools: readonly RoutedTool[]): string =>
  markdownTable(
    ['scope', 'tools'],
    SCOPES.map(scope => [code(scope), codes(toolsOf(tools, scope)) || 'none']),
  )

/** Without tools that every scope allows. */
const toolsOf = (tools: readonly RoutedTool[], scope: (typeof SCOPES)[number]): string[] =>
  tools.flatMap(tool =>
    tool.audience === 'agent' && tool.scopes?.includes(scope) && tool.scopes.length < SCOPES.length ? [tool.name] : [],
  )

const problemTable = (problems: Definitions['problems']): string =>
  markdownTable(
    ['slug', 'status', 'title', 'code', 'further members'],
    Object.entries(problems).map(([slug, kind]) => [
      code(slug),
      String(kind.status),
      kind.title,
      kind.code ? code(kind.code) : '',
      [codes(Object.keys(kind.example ?? {})), kind.transport === 'mcp' ? '(MCP only)' : ''].join(' ').trim(),
    ]),
  )

const eventTable = (events: Definitions['events']): string =>
  markdownTable(
    ['type', 'sent when', 'members of `data`'],
    Object.entries(events).map(([type, { description, body }]) => [
      code(type),
      description,
      codes(Object.keys((body.shape.data as z.ZodObject).shape)),
    ]),
  )

const isCountedIn = ({ limit, limitsToo = [] }: RoutedTool, bucket: string) =>
  [limit, ...limitsToo].some(name => name === bucket)

function limitTable(limits: Definitions['limits'], routes: readonly Route[]): string {
  const toolsIn = (bucket: string) =>
    new Set(routes.filter(({ tool }) => isCountedIn(tool, bucket)).map(({ tool }) => tool.name))
  return markdownTable(
    ['bucket', 'for each', 'calls in seconds', 'rejected calls count', 'tools'],
    limitsOfAgents(limits).map(([name, { per, windows, countsRefused }]) => [
      code(name),
      per,
      windows.map(({ limit, windowMs }) => `${limit} in ${windowMs / 1000}`).join(' and '),
      countsRefused ? 'yes' : 'no',
      codes(toolsIn(name)),
    ]),
  )
}
