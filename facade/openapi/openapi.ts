import type { Installation } from '../../tools/kernel/context.ts'
import type { Json } from '../../tools/kernel/json-schema.ts'
import { publicPrefix } from '../../tools/kernel/problems/public-prefix.ts'
import { fullPath, type Route } from '../rest/route.ts'
import { HEADERS } from './limits.ts'
import { describeOperation } from './operation.ts'
import { BARE_ERROR, PROBLEM, problemExamples } from './refusals.ts'
import { ENVELOPE, SECURITY } from './signing.ts'

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
