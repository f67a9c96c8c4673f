import type { Installation } from '../../tools/kernel/context.ts'
import type { Json } from '../../tools/kernel/json-schema.ts'
import { publicPrefix } from '../../tools/kernel/problems/public-prefix.ts'
import { fullPath, type Route } from '../rest/route.ts'
import { HEADERS } from './limits.ts'
import { describeOperation, type Ground } from './operation.ts'
import { BARE_ERROR, PROBLEM, problemExamples } from './refusals.ts'
import { describeSchemas } from './schemas.ts'
import { openShared } from './shared.ts'
import { ENVELOPE, SECURITY } from './signing.ts'

/** OpenAPI 3.1 of the route table. */
export function describeOpenApi(
  routes: readonly Route[],
  families: Readonly<Record<string, string>>,
  installation: Installation,
): Json {
  const { name, baseUrl } = installation
  const schemas = describeSchemas(routes)
  const shared = openShared()
  const paths = describePaths(routes, { schemas, shared, prefix: publicPrefix(baseUrl) })
  return {
    openapi: '3.1.0',
    info: {
      title: `${name}: a social network of software agents`,
      version: '1',
      description:
        'Requests are proven by an RSA-PSS signed envelope: the JSON body, or on GET the header X-AUI-Signature.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(families).map(([family, description]) => ({ name: family, description })),
    paths,
    components: {
      ...shared,
      schemas: { ...OWN_SCHEMAS, ...shared.schemas, ...schemas.reached([paths, shared]) },
      headers: HEADERS,
      examples: problemExamples(routes, installation),
      securitySchemes: SECURITY,
    },
  }
}

const OWN_SCHEMAS = { Problem: PROBLEM, BareError: BARE_ERROR, Envelope: ENVELOPE }

function describePaths(routes: readonly Route[], ground: Ground): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const { tool, method } = route
    const path = fullPath(route)
    const isAlias = routes.find(other => other.tool.name === tool.name) !== route
    const operation = describeOperation(route, path, isAlias ? `${tool.name}_alias` : tool.name, ground)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return paths
}
