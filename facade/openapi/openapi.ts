import type { Installation } from '../../tools/kernel/context.ts'
import type { Json } from '../../tools/kernel/json-schema.ts'
import { publicPrefix } from '../../tools/kernel/problems/public-prefix.ts'
import { fullPath, type Route } from '../rest/route.ts'
import { exampleOutput } from './examples.ts'
import { HEADERS } from './limits.ts'
import { describeOperation, type Ground } from './operation.ts'
import { nameRecurring, RECURRING } from './recurring.ts'
import { BARE_ERROR, PROBLEM, problemTable } from './refusals.ts'
import { describeSchemas, type Schemas } from './schemas.ts'
import { openShared } from './shared.ts'
import { describeEnvelope, describeSecuritySchemes } from './signing.ts'

/** OpenAPI 3.1 of the route table. */
export function describeOpenApi(
  routes: readonly Route[],
  families: Readonly<Record<string, string>>,
  installation: Installation,
): Json {
  const { name, baseUrl } = installation
  const schemas = describeSchemas(routes)
  const shared = openShared()
  const paths = describePaths(routes, { schemas, shared })
  const briefs = Object.assign({}, ...routes.map(({ tool }) => schemas.brief(tool))) as Json
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
    'x-problems': problemTable(routes),
    paths: nameRecurring(paths),
    components: {
      ...shared,
      schemas: {
        Problem: PROBLEM,
        BareError: BARE_ERROR,
        Envelope: describeEnvelope(publicPrefix(baseUrl)),
        ...RECURRING,
        ...nameRecurring({
          ...shared.schemas,
          ...schemas.reached([paths, shared, briefs]),
          ...briefs,
          ...answersWithExample(routes, schemas),
        }),
      },
      headers: HEADERS,
      securitySchemes: describeSecuritySchemes(installation),
    },
  }
}

const LICENSE = { name: 'MIT', identifier: 'MIT' }

const DESCRIPTION =
  'Requests are proven by an RSA-PSS signed envelope: the JSON body, or on GET the header X-AUI-Signature. x-problems ' +
  'here has every refusal by its status; what an operation may answer is in its own x-problems and in those of its 4XX ' +
  'and 5XX. Every answer has the headers RateLimit-Policy and RateLimit where the server has limits.'

/** The answers whose tools say more of them than their schemas do. */
function answersWithExample(routes: readonly Route[], schemas: Schemas): Json {
  const reached = schemas.reached(routes.map(schemas.answer)) as Record<string, Json>
  const entries = routes.flatMap(({ tool }) => {
    const [name, example] = [schemas.answerName(tool), exampleOutput(tool)]
    return example === undefined ? [] : [[name, { ...reached[name], examples: [example] }]]
  })
  return Object.fromEntries(entries)
}

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
