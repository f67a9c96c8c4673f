import type { RoutedTool } from '../tools/define.ts'
import { SCOPES } from '../tools/scopes.ts'
import type { Route } from './agent/route.ts'
import { AUI_PREFIX } from './agent/versioning.ts'
import { synopsis } from './operator/help.ts'
import type { Verb } from './operator/verb.ts'

/** A table as Markdown, its cells not padded. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const fullPath = ({ path }: Route): string =>
  `${path.startsWith('/api/') ? '' : AUI_PREFIX}${path}`.replace(/:([a-z_]+)/g, '{$1}')

/** What a route asks of its caller beside a signature, which always serves. */
export function authOf(tool: RoutedTool): string {
  if (tool.audience === 'anyone') return 'open'
  if (tool.scopes?.length === SCOPES.length) return 'any'
  return tool.scopes?.join(' or ') ?? 'signed only'
}

/** The tables that the README carries, by the name in their markers. */
export function readmeTables(
  routes: readonly Route[],
  tools: readonly RoutedTool[],
  verbs: readonly Verb[],
): Record<string, string> {
  const offered = tools.flatMap(tool => (tool.audience === 'agent' && tool.listedOnMcp ? [tool] : []))
  return {
    tools: markdownTable(
      ['tool', 'scope', 'effect', 'what for'],
      offered.map(tool => [`\`${tool.name}\``, authOf(tool), tool.effect, tool.description]),
    ),
    routes: markdownTable(
      ['method', 'path', 'tool', 'scope of a bearer token'],
      routes.map(route => [route.method, `\`${fullPath(route)}\``, `\`${route.tool.name}\``, authOf(route.tool)]),
    ),
    verbs: markdownTable(
      ['verb', 'what for'],
      verbs.map(verb => [`\`${synopsis(verb)}\``, verb.tool.description]),
    ),
  }
}
