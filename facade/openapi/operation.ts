import type { z } from 'zod'
import type { RoutedTool } from '../../tools/kernel/define.ts'
import { type Json, schemaOf } from '../../tools/kernel/json-schema.ts'
import type { Route } from '../rest/route.ts'
import { exampleInput, exampleOf, exampleOutput } from './examples.ts'
import { LIMIT_HEADERS } from './limits.ts'
import { describeRefusals } from './refusals.ts'
import { type Schemas, typeName } from './schemas.ts'
import { referTo, type Shared, share } from './shared.ts'
import { exampleEnvelope, signatureHeader } from './signing.ts'

/** What operations have in common. */
export interface Ground {
  schemas: Schemas
  shared: Shared
  /** What is signed in front of the path. */
  prefix: string
}

/** A route as an operation; `path` is its template in the document. */
export function describeOperation(route: Route, path: string, operationId: string, ground: Ground): Json {
  const { tool, method, status, existing, action } = route
  const parameters = describeParameters(route, path, ground)
  return {
    operationId,
    tags: [route.family],
    ...(route.sunset ? { deprecated: true } : {}),
    summary: tool.description,
    ...(action === undefined ? {} : { 'x-action': action }),
    ...(tool.limit === undefined ? {} : { 'x-rate-limit': tool.limit }),
    security: describeSecurity(tool),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'GET' ? {} : { requestBody: describeBody(route, path, ground) }),
    responses: {
      [status]: describeSuccess(route, ground),
      ...(route.version ? { 304: share(ground.shared, 'responses', 'Unchanged', UNCHANGED) } : {}),
      ...(existing === undefined ? {} : { [existing]: describeSuccess(route, ground) }),
      ...describeRefusals(route, ground.shared),
    },
  }
}

const UNCHANGED = { description: 'Nothing that counts has changed since the answer whose ETag If-None-Match names' }

const EVENT_STREAM = {
  'text/event-stream': {
    schema: { type: 'string', description: 'server-sent events; the data of each is an Event' },
    examples: { success: { value: 'id: 7\nevent: message\ndata: {"seq":7,"type":"social.follow.created"}\n\n' } },
  },
}

/** One component for each answer. */
function describeSuccess({ tool, status, isStream }: Route, { schemas, shared }: Ground): Json {
  const description = 'Success'
  if (isStream)
    return share(shared, 'responses', 'EventStream', { description, headers: LIMIT_HEADERS, content: EVENT_STREAM })
  if (status === 204) return share(shared, 'responses', 'Nothing', { description, headers: LIMIT_HEADERS })
  const examples = { success: { value: exampleOutput(tool) } }
  const content = { 'application/json': { schema: schemas.answer(tool), examples } }
  return share(shared, 'responses', schemas.answerName(tool), { description, headers: LIMIT_HEADERS, content })
}

function describeSecurity(tool: RoutedTool): Json[] {
  if (tool.audience === 'anyone') return []
  return [{ signature: [] }, ...(tool.scopes ?? []).map(scope => ({ bearer: [scope] }))]
}

const parameterNames = (path: string) => [...path.matchAll(/\{([a-z_]+)\}/g)].map(match => match[1]!)

const isSignedOnly = (tool: RoutedTool) => tool.audience === 'agent' && tool.scopes === null

function describeParameters(route: Route, path: string, { schemas, shared, prefix }: Ground): Json[] {
  const { tool, method, rename } = route
  const inPath = parameterNames(path)
  const members = schemas.input(tool).properties as Record<string, Json>
  const described = inPath.map(name => {
    const { default: _, ...schema } = members[rename[name] ?? name] as Json
    return { name, in: 'path', required: true, schema, example: exampleOf(schema, name) }
  })
  const others = method === 'GET' ? [...describeQuery(route, inPath, members), ...describeProof(tool, prefix)] : []
  return [...described, ...others].map(one => share(shared, 'parameters', one.name, one))
}

const describeProof = (tool: RoutedTool, prefix: string) =>
  tool.audience === 'agent' ? [signatureHeader(isSignedOnly(tool), prefix)] : []

function describeQuery({ tool, rename }: Route, inPath: string[], members: Record<string, Json>) {
  const wireName = (name: string) => Object.entries(rename).find(([, own]) => own === name)?.[0] ?? name
  const examples = exampleInput(tool)
  return Object.entries(tool.input.shape)
    .map(([own, shape]) => ({ own, name: wireName(own), shape: shape as z.ZodType }))
    .filter(({ name }) => !inPath.includes(name))
    .map(({ own, name, shape }) => ({
      name,
      in: 'query',
      required: !shape.safeParse(undefined).success,
      schema: members[own],
      ...(own in examples ? { example: examples[own] } : {}),
    }))
}

/** The path of the examples: each parameter by its example. */
const examplePath = ({ tool, rename }: Route, path: string): string =>
  path.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    String(exampleOf(schemaOf(tool.input.shape[rename[name] ?? name] as z.ZodType, 'input'), name)),
  )

function describeBody(route: Route, path: string, ground: Ground): Json {
  const { tool } = route
  const payload = describePayload(route, path, ground)
  const bare = payloadExample(route, path)
  if (tool.audience === 'anyone') return body(payload, { request: { value: bare } }, route.takesForm ? FORM : JSON_TYPE)
  const envelope = referTo('schemas', 'Envelope')
  const isEmpty = Object.keys(bare).length === 0 && !('$ref' in payload)
  const signed = isEmpty ? envelope : { allOf: [envelope, { type: 'object', properties: { payload } }] }
  if (isSignedOnly(tool)) {
    const place = `${ground.prefix}${examplePath(route, path)}`
    return body(signed, { signed: { value: exampleEnvelope(route, place, bare) } })
  }
  const either = body({ anyOf: [signed, payload] }, { bearer: { value: bare } })
  return isEmpty ? share(ground.shared, 'requestBodies', 'Nothing', either) : either
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

const body = (schema: Json, examples: Json, media = JSON_TYPE): Json => ({
  required: true,
  content: { [media]: { schema, examples } },
})

/** The members of an input at the names of this route, without those that its path says. */
function payloadMembers({ rename }: Route, path: string, members: Json): [string, unknown][] {
  const wireNames = new Map(Object.entries(rename).map(([wire, name]) => [name, wire]))
  const inPath = parameterNames(path)
  return Object.entries(members)
    .map(([name, member]): [string, unknown] => [wireNames.get(name) ?? name, member])
    .filter(([name]) => !inPath.includes(name))
}

function describePayload(route: Route, path: string, { schemas, shared }: Ground): Json {
  const { tool } = route
  const { properties = {}, required = [], ...rest } = schemas.input(tool) as { properties?: Json; required?: string[] }
  const members = Object.fromEntries(payloadMembers(route, path, properties))
  const needed = payloadMembers(route, path, Object.fromEntries(required.map(name => [name, true]))).map(
    ([name]) => name,
  )
  const payload = { ...rest, properties: members, ...(needed.length > 0 ? { required: needed } : {}) }
  const isEmpty = Object.keys(members).length === 0
  return isEmpty ? { type: 'object' } : share(shared, 'schemas', typeName(tool.name, 'payload'), payload)
}

const payloadExample = (route: Route, path: string): Json =>
  Object.fromEntries(payloadMembers(route, path, exampleInput(route.tool)))
