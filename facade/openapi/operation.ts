import type { z } from 'zod'
import type { RoutedTool } from '../../tools/kernel/define.ts'
import { type Json, schemaOf } from '../../tools/kernel/json-schema.ts'
import type { Route } from '../rest/route.ts'
import { exampleInput, exampleOf, exampleOutput } from './examples.ts'
import { LIMIT_HEADERS } from './limits.ts'
import { describeRefusals } from './refusals.ts'
import { exampleEnvelope, signatureHeader } from './signing.ts'

interface Place {
  /** One tool may stand behind two operations. */
  isAlias?: boolean
  /** What is signed in front of the path. */
  prefix: string
}

/** A route as an operation; `path` is its template in the document. */
export function describeOperation(route: Route, path: string, { isAlias = false, prefix }: Place): Json {
  const { tool, method, status, action } = route
  const parameters = describeParameters(route, path, prefix)
  return {
    operationId: isAlias ? `${tool.name}_alias` : tool.name,
    ...(route.sunset ? { deprecated: true } : {}),
    summary: tool.description,
    ...(action === undefined ? {} : { 'x-action': action }),
    ...(tool.limit === undefined ? {} : { 'x-rate-limit': tool.limit }),
    security: describeSecurity(tool),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'GET' ? {} : { requestBody: describeBody(route, path, prefix) }),
    responses: {
      [status]: {
        description: 'Success',
        headers: LIMIT_HEADERS,
        ...(status === 204 ? {} : { content: describeSuccess(tool) }),
      },
      ...describeRefusals(route),
    },
  }
}

const describeSuccess = (tool: RoutedTool): Json => ({
  'application/json': {
    schema: schemaOf(tool.output, 'output'),
    examples: { success: { value: exampleOutput(tool) } },
  },
})

function describeSecurity(tool: RoutedTool): Json[] {
  if (tool.audience === 'anyone') return []
  return [{ signature: [] }, ...(tool.scopes ?? []).map(scope => ({ bearer: [scope] }))]
}

const parameterNames = (path: string) => [...path.matchAll(/\{([a-z_]+)\}/g)].map(match => match[1]!)

const isSignedOnly = ({ tool }: Route) => tool.audience === 'agent' && tool.scopes === null

function describeParameters(route: Route, path: string, prefix: string): Json[] {
  const { tool, method, rename } = route
  const inPath = parameterNames(path)
  const schemaNamed = (name: string) => schemaOf(tool.input.shape[rename[name] ?? name] as z.ZodType, 'input')
  const described = inPath.map(name => {
    const { default: _, ...schema } = schemaNamed(name)
    return { name, in: 'path', required: true, schema, example: exampleOf(schema, name) }
  })
  if (method !== 'GET') return described
  const header =
    tool.audience === 'agent'
      ? [signatureHeader(route, `${prefix}${examplePath(route, path)}`, isSignedOnly(route))]
      : []
  return [...described, ...describeQuery(route, inPath), ...header]
}

function describeQuery({ tool, rename }: Route, inPath: string[]): Json[] {
  const wireName = (name: string) => Object.entries(rename).find(([, own]) => own === name)?.[0] ?? name
  const examples = exampleInput(tool)
  return Object.entries(tool.input.shape)
    .map(([own, shape]) => ({ own, name: wireName(own), shape: shape as z.ZodType }))
    .filter(({ name }) => !inPath.includes(name))
    .map(({ own, name, shape }) => ({
      name,
      in: 'query',
      required: !shape.safeParse(undefined).success,
      schema: schemaOf(shape, 'input'),
      ...(own in examples ? { example: examples[own] } : {}),
    }))
}

/** The path of the examples: each parameter by its example. */
const examplePath = ({ tool, rename }: Route, path: string): string =>
  path.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    String(exampleOf(schemaOf(tool.input.shape[rename[name] ?? name] as z.ZodType, 'input'), name)),
  )

function describeBody(route: Route, path: string, prefix: string): Json {
  const { tool } = route
  const payload = payloadSchema(route, path)
  const bare = payloadExample(route, path)
  if (tool.audience === 'anyone') return body(payload, { request: { value: bare } })
  const envelope = { $ref: '#/components/schemas/Envelope' }
  const signed = { allOf: [envelope, { type: 'object', properties: { payload } }] }
  const example = { signed: { value: exampleEnvelope(route, `${prefix}${examplePath(route, path)}`, bare) } }
  if (isSignedOnly(route)) return body(signed, example)
  return body({ anyOf: [signed, payload] }, { ...example, bearer: { value: bare } })
}

const body = (schema: Json, examples: Json): Json => ({
  required: true,
  content: { 'application/json': { schema, examples } },
})

/** The members of an input at the names of this route, without those that its path says. */
function payloadMembers({ rename }: Route, path: string, members: Json): [string, unknown][] {
  const wireNames = new Map(Object.entries(rename).map(([wire, name]) => [name, wire]))
  const inPath = parameterNames(path)
  return Object.entries(members)
    .map(([name, member]): [string, unknown] => [wireNames.get(name) ?? name, member])
    .filter(([name]) => !inPath.includes(name))
}

function payloadSchema(route: Route, path: string): Json {
  const {
    properties = {},
    required = [],
    ...rest
  } = schemaOf(route.tool.input, 'input') as {
    properties?: Json
    required?: string[]
  }
  const needed = payloadMembers(route, path, Object.fromEntries(required.map(name => [name, true]))).map(
    ([name]) => name,
  )
  return {
    ...rest,
    properties: Object.fromEntries(payloadMembers(route, path, properties)),
    ...(needed.length > 0 ? { required: needed } : {}),
  }
}

const payloadExample = (route: Route, path: string): Json =>
  Object.fromEntries(payloadMembers(route, path, exampleInput(route.tool)))
