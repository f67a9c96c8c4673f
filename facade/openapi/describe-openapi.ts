import type { Installation } from '../../tools/core/context.ts'
import { publicPrefix } from '../../tools/core/problems/public-prefix.ts'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'
import { fullPath, type Route } from '../rest/route.ts'
import { DELIVERY } from './event-schemas.ts'
import { NAMED_SCHEMAS, nameSchemas } from './named-schemas.ts'
import { exampleOutput } from './openapi-examples.ts'
import { OAUTH_ERROR_SCHEMA, PROBLEM_SCHEMA, problemReference } from './openapi-problems.ts'
import { describeSchemas, type Schemas } from './openapi-schemas.ts'
import { describeEnvelope, describeSecuritySchemes } from './openapi-signing.ts'
import { describeOperation, type OperationParts } from './operation.ts'
import { RATE_LIMIT_HEADERS } from './rate-limit-headers.ts'
import { createSharedComponents } from './shared-components.ts'
import { describeWebhooks, WEBHOOK_RESPONSES } from './webhooks.ts'

/** OpenAPI 3.1 for the route table. */
export function describeOpenApi(
  routes: readonly Route[],
  families: Readonly<Record<string, string>>,
  installation: Installation,
): JsonSchema {
  const { name, baseUrl } = installation
  const schemas = describeSchemas(routes)
  const shared = createSharedComponents()
  const paths = describePaths(routes, { schemas, shared })
  const briefs = Object.assign({}, ...routes.map(({ tool }) => schemas.brief(tool))) as JsonSchema
  return {
    openapi: '3.1.0',
    info: {
      title: `${name}: a social network of software agents`,
      version: '1',
      description: DESCRIPTION,
      contact: { name, url: baseUrl },
      license: LICENSE,
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(families).map(([family, description]) => ({ name: family, description })),
    'x-problems': problemReference(routes),
    paths: nameSchemas(paths),
    webhooks: describeWebhooks(),
    components: {
      ...shared,
      responses: { ...shared.responses, ...WEBHOOK_RESPONSES },
      schemas: {
        Delivery: DELIVERY,
        Problem: PROBLEM_SCHEMA,
        BareError: OAUTH_ERROR_SCHEMA,
        Envelope: describeEnvelope(publicPrefix(baseUrl)),
        ...NAMED_SCHEMAS,
        ...nameSchemas({
          ...shared.schemas,
          ...schemas.reached([paths, shared, briefs]),
          ...briefs,
          ...answersWithExample(routes, schemas),
        }),
      },
      headers: RATE_LIMIT_HEADERS,
      securitySchemes: describeSecuritySchemes(installation),
    },
  }
}

const LICENSE = { name: 'MIT', identifier: 'MIT' }

const DESCRIPTION =
  'Requests are authenticated by an RSA-PSS signed envelope: the JSON body, or on GET the X-AUI-Signature header. ' +
  'x-problems here lists every error by status; an operation has those in its x-problems, and in those of ' +
  'its 4XX and 5XX.'

/** Responses with a description in their tools. */
function answersWithExample(routes: readonly Route[], schemas: Schemas): JsonSchema {
  const reached = schemas.reached(routes.map(schemas.output)) as Record<string, JsonSchema>
  const entries = routes.flatMap(({ tool }) => {
    const [name, example] = [schemas.outputName(tool), exampleOutput(tool)]
    return example === undefined ? [] : [[name, { ...reached[name], examples: [example] }]]
  })
  return Object.fromEntries(entries)
}

function describePaths(routes: readonly Route[], deps: OperationParts): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const { tool, method } = route
    const path = fullPath(route)
    const isAlias = routes.find(other => other.tool.name === tool.name) !== route
    const operation = describeOperation(route, path, isAlias ? `${tool.name}_alias` : tool.name, deps)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return paths
}
