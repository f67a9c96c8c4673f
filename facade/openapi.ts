import type { Installation } from '../tools/context.ts'
import { publicPrefix } from '../tools/public-prefix.ts'
import type { Route } from './agent/route.ts'
import { ENVELOPE, SECURITY } from './openapi/envelope.ts'
import { HEADERS } from './openapi/limits.ts'
import { describeOperation } from './openapi/operation.ts'
import { BARE_ERROR, PROBLEM, problemExamples } from './openapi/refusals.ts'
import type { Json } from './openapi/schema.ts'
import { fullPath } from './tables.ts'

/** OpenAPI 3.1 of the route table. */
export function describeOpenApi(routes: readonly Route[], installation: Installation): Json {
  const { name, baseUrl } = installation
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = fullPath(route)
    const isAlias = routes.find(({ tool }) => tool === route.tool) !== route
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, path, { isAlias, prefix: publicPrefix(baseUrl) }),
    }
  }
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
    paths,
    components: {
      schemas: { Problem: PROBLEM, BareError: BARE_ERROR, Envelope: ENVELOPE },
      headers: HEADERS,
      examples: problemExamples(routes, installation),
      securitySchemes: SECURITY,
    },
  }
}
