import { EVENTS } from '../../tools/events.ts'
import type { Installation } from '../../tools/kernel/context.ts'
import type { RoutedTool } from '../../tools/kernel/define.ts'
import type { Bucket } from '../../tools/kernel/kinds/bucket.ts'
import type { Limits } from '../../tools/kernel/limits.ts'
import { PROBLEMS } from '../../tools/kernel/problems/problems.ts'
import { fullPath, type Route } from '../rest/route.ts'
import { authOf, markdownTable } from './tables.ts'

/** The full reference as Markdown, from routes, tools, events and problems. */
export function describeReference(
  routes: readonly Route[],
  tools: readonly RoutedTool[],
  installation: Installation,
  limits?: Limits,
): string {
  const { name, baseUrl } = installation
  return [
    `# ${name}: reference`,
    'Generated from what the server runs. Inputs and outputs of each route stand in `openapi.yaml`, of each tool in `tools/list`.',
    section('Routes', ['Method', 'Path', 'Tool', 'Action', 'Bearer scope'], routes.map(routeRow)),
    section('MCP tools', ['Tool', 'Scope', 'Effect', 'Arguments', 'What for'], tools.flatMap(toolRow)),
    section(
      'Events',
      ['Type', 'Sent when'],
      Object.entries(EVENTS).map(([type, { description }]) => [`\`${type}\``, description]),
    ),
    ...(limits ? [describeLimits(limits, routes)] : []),
    section(
      'Problems',
      ['Slug', 'Status', 'Title', 'Code'],
      Object.entries(PROBLEMS).map(([slug, kind]) => [
        `[\`${slug}\`](${baseUrl}/errors/${slug})`,
        String(kind.status),
        kind.title,
        'code' in kind ? `\`${kind.code}\`` : '',
      ]),
    ),
  ].join('\n\n')
}

const section = (title: string, head: string[], rows: string[][]): string =>
  `## ${title}\n\n${markdownTable(head, rows)}\n`

function describeLimits(limits: Limits, routes: readonly Route[]): string {
  const toolsIn = (bucket: string) =>
    [...new Set(routes.filter(({ tool }) => tool.limit === bucket).map(({ tool }) => `\`${tool.name}\``))].join(', ')
  const head = ['Bucket', 'For each', 'Calls in seconds', 'Tools']
  const rows = Object.entries(limits).map(([name, { per, windows }]: [string, Bucket]) => [
    `\`${name}\``,
    per,
    windows.map(({ limit, windowMs }) => `${limit} in ${windowMs / 1000}`).join(' and '),
    toolsIn(name),
  ])
  return section('Limits', head, rows)
}

function routeRow(route: Route): string[] {
  const { method, tool, action } = route
  const name = `\`${tool.name}\``
  return [method, `\`${fullPath(route)}\``, name, action ? `\`${action}\`` : '', authOf(tool)]
}

function toolRow(tool: RoutedTool): string[][] {
  if (tool.audience === 'anyone' || !tool.listedOnMcp) return []
  const names = Object.keys(tool.input.shape).filter(name => !tool.restOnlyInputs.includes(name))
  const shown = names.map(name => (tool.input.shape[name]?.safeParse(undefined).success ? `${name}?` : name))
  return [[`\`${tool.name}\``, authOf(tool), tool.effect, shown.join(', '), tool.description]]
}
