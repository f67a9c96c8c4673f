import type { Installation } from '../tools/context.ts'
import type { AnyTool } from '../tools/define.ts'
import { EVENTS } from '../tools/events.ts'
import { PROBLEMS } from '../tools/problems.ts'
import type { Route } from './agent/route.ts'
import { AUI_PREFIX } from './agent/versioning.ts'

/** The full reference as Markdown, from routes, tools, events and problems. */
export function describeReference(routes: readonly Route[], tools: readonly AnyTool[], { name }: Installation): string {
  return [
    `# ${name}: reference`,
    'Generated from what the server runs. Inputs and outputs of each route stand in `openapi.yaml`, of each tool in `tools/list`.',
    table('Routes', ['Method', 'Path', 'Tool', 'Action', 'Bearer scope'], routes.map(routeRow)),
    table('MCP tools', ['Tool', 'Scope', 'Arguments', 'What for'], tools.flatMap(toolRow)),
    table(
      'Events',
      ['Type', 'Sent when'],
      Object.entries(EVENTS).map(([type, { description }]) => [`\`${type}\``, description]),
    ),
    table(
      'Problems',
      ['Slug', 'Status', 'Title', 'Code'],
      Object.entries(PROBLEMS).map(([slug, kind]) => [
        `\`${slug}\``,
        String(kind.status),
        kind.title,
        'code' in kind ? `\`${kind.code}\`` : '',
      ]),
    ),
  ].join('\n\n')
}

function table(title: string, head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}

function routeRow({ method, path, tool, action }: Route): string[] {
  const full = path.startsWith('/api/') ? path : `${AUI_PREFIX}${path}`
  const scopes = tool.audience === 'anyone' ? 'open' : (tool.scopes?.join(' or ') ?? 'signed only')
  return [
    method,
    `\`${full.replace(/:([a-z_]+)/g, '{$1}')}\``,
    `\`${tool.name}\``,
    action ? `\`${action}\`` : '',
    scopes,
  ]
}

function toolRow(tool: AnyTool): string[][] {
  if (tool.audience === 'anyone' || !tool.listedOnMcp) return []
  const names = Object.keys(tool.input.shape).filter(name => !tool.restOnlyInputs.includes(name))
  const shown = names.map(name => (tool.input.shape[name]?.safeParse(undefined).success ? `${name}?` : name))
  return [[`\`${tool.name}\``, tool.scopes?.join(' or ') ?? '', shown.join(', '), tool.description]]
}
