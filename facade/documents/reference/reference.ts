import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Installation } from '../../../tools/core/context.ts'
import type { RoutedTool } from '../../../tools/core/define-tool.ts'
import { publicPrefix } from '../../../tools/core/problems/public-prefix.ts'
import type { Limits } from '../../../tools/core/rate-limits.ts'
import { COMPONENTS, type JsonSchema } from '../../../tools/core/tool-json-schema.ts'
import { PROBLEM_SCHEMA, slugsOf } from '../../openapi/openapi-problems.ts'
import { describeSchemas } from '../../openapi/openapi-schemas.ts'
import { describeEnvelope } from '../../openapi/openapi-signing.ts'
import { referTo } from '../../openapi/shared-components.ts'
import { fullPath, type Route } from '../../rest/route.ts'
import { authOf, bucketTable, eventTable, markdownTable, problemTable, sizeTable } from '../document-tables.ts'
import { renderTemplate } from '../template.ts'
import { describeType } from './notation.ts'
import { REFERENCE_PATH } from './reference-paths.ts'
import { describeRoute } from './routes.ts'

const REQUESTS = readFileSync(path.join(import.meta.dirname, 'requests.md'), 'utf8')

/** The full reference as Markdown, from routes, tools, events, limits and problems; sufficient to write a client. */
export function describeReference(
  routes: readonly Route[],
  tools: readonly RoutedTool[],
  installation: Installation,
  limits?: Limits,
): string {
  const { name, baseUrl } = installation
  const schemas = describeSchemas(routes)
  const { ofAll, ofSigned } = commonProblems(routes)
  return [
    `# ${name}: reference`,
    renderTemplate(REQUESTS, installation, {
      signed_path: `${publicPrefix(baseUrl)}/api/v1/aui/posts`,
      refusals: [...ofAll].map(code).join(', '),
      proofs: ofSigned.map(code).join(', '),
    }),
    section('Routes', markdownTable(['Method', 'Path', 'Tool', 'Action', 'Bearer scope'], routes.map(routeRow))),
    ...routes.map(route => describeRoute(route, schemas, [...ofAll, ...ofSigned])),
    section('Types', 'A member not marked "optional" is always present; `null` is used only where documented.'),
    describeType('Envelope', describeEnvelope(publicPrefix(baseUrl))),
    describeType('Problem', PROBLEM_SCHEMA),
    ...typesOf(routes, schemas),
    section('MCP tools', markdownTable(['Tool', 'Scope', 'Effect', 'Arguments', 'What for'], tools.flatMap(toolRow))),
    section('Events', eventTable()),
    section('Limits', limits ? bucketTable(limits, routes) : 'This server has no rate limits.'),
    section('Sizes', sizeTable()),
    section('Problems', problemTable(baseUrl)),
  ].join('\n\n')
}

/** The part of the reference about one feature: its routes, with the types that they return. */
export function describeFeature(
  routes: readonly Route[],
  feature: { family: string; offers: string },
  { name, baseUrl }: Installation,
): string {
  const own = routes.filter(({ family }) => family === feature.family)
  const schemas = describeSchemas(routes)
  const { ofAll, ofSigned } = commonProblems(routes)
  const whole = `${baseUrl}${REFERENCE_PATH}`
  const types = typesOf(own, schemas)
  return [
    `# ${name}: ${feature.offers}`,
    `A part of the [reference](${whole}), which says how requests are made, and lists events, limits and problems.`,
    ...own.map(route => describeRoute(route, schemas, [...ofAll, ...ofSigned])),
    ...(types.length > 0 ? ['## Types', ...types] : []),
  ].join('\n\n')
}

/** Problems of all routes, and those of all signed ones. */
function commonProblems(routes: readonly Route[]) {
  const ofAll = slugsOf(routes[0]!).filter(slug => routes.every(route => slugsOf(route).includes(slug)))
  const ofSigned = slugsOf(routes.find(({ tool }) => tool.audience === 'agent')!).filter(slug => /^aui-/.test(slug))
  return { ofAll, ofSigned }
}

function typesOf(routes: readonly Route[], schemas: ReturnType<typeof describeSchemas>): string[] {
  const pending = routes.flatMap(({ tool }) =>
    tool.pending ? [referTo('schemas', COMPONENTS.get(tool.pending)!.id)] : [],
  )
  const types = schemas.reached([...routes.map(schemas.output), ...pending]) as Record<string, JsonSchema>
  return Object.entries(types).map(([id, schema]) => describeType(id, schema))
}

const code = (text: string) => `\`${text}\``

const section = (title: string, content: string): string => `## ${title}\n\n${content}`

function routeRow(route: Route): string[] {
  const { method, tool, action } = route
  return [method, code(fullPath(route)), code(tool.name), action ? code(action) : '', authOf(tool)]
}

function toolRow(tool: RoutedTool): string[][] {
  if (tool.audience === 'anyone' || !tool.listedOnMcp) return []
  const names = Object.keys(tool.input.shape).filter(name => !tool.restOnlyInputs.includes(name))
  const inputNames = names.map(name => (tool.input.shape[name]?.safeParse(undefined).success ? `${name}?` : name))
  return [[code(tool.name), authOf(tool), tool.effect, inputNames.join(', '), tool.description]]
}
