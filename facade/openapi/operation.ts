import type { z } from 'zod'
import type { RoutedTool } from '../../tools/core/define-tool.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import { COMPONENTS, type JsonSchema } from '../../tools/core/tool-json-schema.ts'
import type { Route } from '../rest/route.ts'
import { briefName, hasBrief } from './brief.ts'
import { exampleInput, exampleOf } from './openapi-examples.ts'
import { describeProblems } from './openapi-problems.ts'
import { type Schemas, schemaTypeName } from './openapi-schemas.ts'
import { referTo, type SharedComponents, shareComponent } from './shared-components.ts'

/** Shared parts of operations. */
export interface OperationParts {
  schemas: Schemas
  shared: SharedComponents
}

/** A route as an operation; `path` is its template in the document. */
export function describeOperation(route: Route, path: string, operationId: string, deps: OperationParts): JsonSchema {
  const { tool, method, status, existing, action } = route
  const parameters = describeParameters(route, path, deps)
  const { own, responses } = describeProblems(route, deps.shared)
  const success = describeSuccess(route, deps)
  return {
    operationId,
    tags: [route.family],
    ...(route.sunset ? { deprecated: true } : {}),
    summary: titleOf(tool.name),
    description: tool.description,
    ...(action === undefined ? {} : { 'x-action': action }),
    ...(tool.limit === undefined ? {} : { 'x-rate-limit': tool.limit }),
    security: describeSecurity(tool),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'GET' ? {} : { requestBody: describeBody(route, path, deps) }),
    ...(own.length > 0 ? { 'x-problems': own } : {}),
    responses: {
      [status]: success,
      ...(route.version ? { 304: shareComponent(deps.shared, 'responses', 'Unchanged', UNCHANGED) } : {}),
      ...(route.isArchive ? { 206: success } : {}),
      ...(existing === undefined ? {} : { [existing]: success }),
      ...(tool.pending ? { 202: describePending(tool.pending) } : {}),
      ...responses,
    },
  }
}

/** `list_dm_conversations`: List DM conversations. */
const titleOf = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/\bdm\b/, 'DM')
    .replace(/^./, first => first.toUpperCase())

const UNCHANGED = { description: 'Nothing relevant has changed since the response whose ETag is in If-None-Match' }

const EVENT_STREAM = {
  'text/event-stream': {
    schema: { type: 'string', description: 'server-sent events; the data of each is an Event' },
    examples: { success: { value: 'id: 7\nevent: message\ndata: {"seq":7,"type":"social.follow.created"}\n\n' } },
  },
}

const ARCHIVE = {
  'application/gzip': { schema: { type: 'string', format: 'binary', description: 'a gzip-compressed tar' } },
}

const ARCHIVE_BODY = {
  description: 'The archive; the envelope, with its sha256 in the payload, is in X-AUI-Signature',
  required: true,
  content: ARCHIVE,
}

const AS_CSV = {
  'text/csv': { schema: { type: 'string', description: 'the list, if requested with Accept; Link has the next page' } },
}

function describeSuccess(route: Route, { schemas }: OperationParts): JsonSchema {
  const { status, isStream, isArchive } = route
  const description = 'OK'
  if (isStream) return { description, content: EVENT_STREAM }
  if (isArchive) return { description, content: ARCHIVE }
  if (status === 204) return { description }
  const outputSchema = schemas.output(route)
  const brief = referTo('schemas', briefName(schemas.outputName(route.tool)))
  const json = {
    'application/json': { schema: hasBrief(route.tool) ? { anyOf: [outputSchema, brief] } : outputSchema },
  }
  return { description, content: route.csv === undefined ? json : { ...json, ...AS_CSV } }
}

const describePending = (shape: z.ZodObject): JsonSchema => ({
  description: 'Accepted; the body describes what it waits for',
  content: { 'application/json': { schema: referTo('schemas', COMPONENTS.get(shape)!.id) } },
})

function describeSecurity(tool: RoutedTool): JsonSchema[] {
  if (tool.audience === 'anyone') return []
  const isAnyEnough = tool.scopes?.length === SCOPES.length
  return [
    { signature: [] },
    ...(acceptsDeviceKeys(tool) ? [{ message: [] }] : []),
    ...(isAnyEnough ? [{ bearer: [] }] : (tool.scopes ?? []).map(scope => ({ bearer: [scope] }))),
  ]
}

/** By KEY-60. */
const acceptsDeviceKeys = (tool: RoutedTool) =>
  tool.audience === 'agent' && (tool.keys === 'any' || (tool.keys === undefined && tool.scopes !== null))

const parameterNames = (path: string) => [...path.matchAll(/\{([a-z_]+)\}/g)].map(match => match[1]!)

/** Each request has an envelope: what proves it otherwise comes with the bare payload. */
const needsEnvelope = (tool: RoutedTool) =>
  tool.audience === 'agent' && tool.scopes === null && !acceptsDeviceKeys(tool)

function describeParameters(route: Route, path: string, { schemas, shared }: OperationParts): JsonSchema[] {
  const { tool, method, rename } = route
  const inPath = parameterNames(path)
  const members = schemas.input(tool).properties as Record<string, JsonSchema>
  const described = inPath.map(name => {
    const { default: _, ...schema } = members[rename[name] ?? name] as JsonSchema
    return { name, in: 'path', required: true, schema, example: exampleOf(schema, name) }
  })
  const inHeaders = Object.entries(route.headerInputs).map(([header, name]) => ({
    name: header.toUpperCase(),
    in: 'header',
    schema: members[name],
  }))
  const others = [...(method === 'GET' ? describeQuery(route, inPath, members) : []), ...inHeaders]
  // Generators write a file per component, also on case-insensitive file systems.
  return [...described, ...others].map(one => shareComponent(shared, 'parameters', `${one.name}_in_${one.in}`, one))
}

function describeQuery({ tool, rename }: Route, inPath: string[], members: Record<string, JsonSchema>) {
  const wireName = (name: string) => Object.entries(rename).find(([, own]) => own === name)?.[0] ?? name
  const examples = exampleInput(tool)
  return Object.entries(tool.input.shape)
    .map(([own, shape]) => ({ own, name: wireName(own), shape: shape as z.ZodType }))
    .filter(({ name }) => !inPath.includes(name))
    .map(({ own, name, shape }) => ({
      name,
      in: 'query',
      ...(shape.safeParse(undefined).success ? {} : { required: true }),
      schema: members[own],
      ...(own in examples ? { example: examples[own] } : {}),
    }))
}

const ENVELOPE = referTo('schemas', 'Envelope')

/** A signed body is an envelope around the payload; with a bearer token, the body is the payload. */
function describeBody(route: Route, path: string, deps: OperationParts): JsonSchema {
  const { tool } = route
  if (route.takesArchive) return ARCHIVE_BODY
  const payload = describePayload(route, path, deps)
  const common = (name: string, schema: JsonSchema) => shareComponent(deps.shared, 'requestBodies', name, body(schema))
  if (tool.audience === 'anyone') return body(payload ?? ANY, route.takesForm ? FORM : JSON_TYPE)
  if (!needsEnvelope(tool))
    return payload ? body({ anyOf: [ENVELOPE, payload] }) : common('Nothing', { anyOf: [ENVELOPE, ANY] })
  return payload ? body({ allOf: [ENVELOPE, { type: 'object', properties: { payload } }] }) : common('Signed', ENVELOPE)
}

const ANY = { type: 'object' }
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

const body = (schema: JsonSchema, media = JSON_TYPE): JsonSchema => ({
  required: true,
  content: { [media]: { schema } },
})

/** The inputs by their names on this route, without those in its path and headers. */
function payloadMembers({ rename, headerInputs }: Route, path: string, members: JsonSchema): [string, unknown][] {
  const wireNames = new Map(Object.entries(rename).map(([wire, name]) => [name, wire]))
  const elsewhere = [...parameterNames(path), ...Object.values(headerInputs)]
  return Object.entries(members)
    .map(([name, member]): [string, unknown] => [wireNames.get(name) ?? name, member])
    .filter(([name]) => !elsewhere.includes(name))
}

/** A reference to the payload schema with an example, or `undefined` without inputs. */
function describePayload(route: Route, path: string, { schemas, shared }: OperationParts): JsonSchema | undefined {
  const { tool } = route
  const {
    properties = {},
    required = [],
    ...rest
  } = schemas.input(tool) as { properties?: JsonSchema; required?: string[] }
  const members = Object.fromEntries(payloadMembers(route, path, properties))
  if (Object.keys(members).length === 0) return undefined
  const needed = payloadMembers(route, path, Object.fromEntries(required.map(name => [name, true]))).map(
    ([name]) => name,
  )
  const example = Object.fromEntries(payloadMembers(route, path, exampleInput(tool)))
  return shareComponent(shared, 'schemas', schemaTypeName(tool.name, 'payload'), {
    ...rest,
    properties: members,
    ...(needed.length > 0 ? { required: needed } : {}),
    examples: [example],
  })
}
