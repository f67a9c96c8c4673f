import { z } from 'zod'
import type { Installation } from '../tools/context.ts'
import type { AnyTool } from '../tools/define.ts'
import { PROBLEMS, type ProblemSlug } from '../tools/problems.ts'
import type { Route } from './agent/route.ts'
import { AUI_PREFIX } from './agent/versioning.ts'

type Json = Record<string, unknown>

const DOOR_PROBLEMS = {
  agent: [
    'aui-signature-missing',
    'aui-signature-malformed',
    'aui-signature-version-unsupported',
    'aui-signature-nonce-required',
    'aui-signature-timestamp-expired',
    'aui-signature-timestamp-future',
    'aui-signature-agent-not-found',
    'aui-signature-verification-failed',
    'aui-signature-nonce-replayed',
    'aui-signature-agent-inactive',
    'rate-limited',
    'header-too-large',
  ],
  anyone: ['malformed-json'],
  all: ['validation-error', 'payload-too-large', 'request-timeout', 'internal-error', 'service-unavailable'],
} as const satisfies Record<string, readonly ProblemSlug[]>

/** OpenAPI 3.1 of the route table. */
export function describeOpenApi(routes: readonly Route[], { name, baseUrl }: Installation): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = openApiPath(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route) }
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
    components: { schemas: { Problem: PROBLEM, Envelope: ENVELOPE }, securitySchemes: SECURITY },
  }
}

const openApiPath = ({ path }: Route): string =>
  `${path.startsWith('/api/') ? '' : AUI_PREFIX}${path}`.replace(/:([a-z_]+)/g, '{$1}')

function describeOperation(route: Route): Json {
  const { tool, method, status } = route
  const parameters = describeParameters(route)
  return {
    operationId: route.path.startsWith('/api/') ? `${tool.name}_alias` : tool.name,
    summary: tool.description,
    ...(route.action === undefined ? {} : { 'x-action': route.action }),
    security: describeSecurity(tool),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'GET' ? {} : { requestBody: describeBody(route) }),
    responses: {
      [status]: {
        description: 'Success',
        content: { 'application/json': { schema: schemaOf(tool.output, 'output') } },
      },
      ...describeProblems(tool),
    },
  }
}

function describeSecurity(tool: AnyTool): Json[] {
  if (tool.audience === 'anyone') return []
  return [{ envelope: [] }, ...(tool.scopes ?? []).map(scope => ({ bearer: [scope] }))]
}

const parameterNames = (path: string) => [...path.matchAll(/:([a-z_]+)/g)].map(match => match[1]!)

function describeParameters(route: Route): Json[] {
  const inPath = parameterNames(route.path)
  const wireName = (name: string) => Object.entries(route.rename).find(([, tool]) => tool === name)?.[0] ?? name
  const shape = Object.entries(route.tool.input.shape)
  const path = inPath.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  if (route.method !== 'GET') return path
  const query = shape
    .map(([name, schema]) => ({
      name: wireName(name),
      in: 'query',
      required: false,
      schema: schemaOf(schema as z.ZodType, 'input'),
    }))
    .filter(({ name }) => !inPath.includes(name))
  return [...path, ...query]
}

function describeBody(route: Route): Json {
  const payload = schemaOf(route.tool.input, 'input')
  const schema =
    route.tool.audience === 'anyone'
      ? payload
      : { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { payload } }] }
  return { required: true, content: { 'application/json': { schema } } }
}

function describeProblems(tool: AnyTool): Json {
  const slugs: ProblemSlug[] = [...DOOR_PROBLEMS[tool.audience], ...DOOR_PROBLEMS.all, ...tool.problems]
  const byStatus = new Map<number, ProblemSlug[]>()
  for (const slug of new Set(slugs))
    byStatus.set(PROBLEMS[slug].status, [...(byStatus.get(PROBLEMS[slug].status) ?? []), slug])
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [
      status,
      {
        description: found.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const text = { type: 'string' }

const PROBLEM = {
  type: 'object',
  description: 'RFC 9457 problem details; `type` ends in the slug.',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: text,
    status: { type: 'integer' },
    detail: text,
    instance: text,
    code: text,
    request_id: text,
    hint: text,
    retry_after_seconds: { type: 'integer' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { pointer: text, code: text, message: text } },
    },
  },
}

const ENVELOPE = {
  type: 'object',
  description: 'The signature is over the compact JSON of the members in this order, without signature itself.',
  required: ['agent_id', 'sig_version', 'action', 'method', 'path', 'timestamp_ms', 'nonce', 'payload', 'signature'],
  properties: {
    agent_id: { type: 'string', format: 'uuid' },
    sig_version: { const: 2 },
    action: { type: 'string', minLength: 1, maxLength: 128 },
    method: text,
    path: text,
    timestamp_ms: { type: 'integer' },
    nonce: { type: 'string', minLength: 1, maxLength: 256 },
    payload: { type: 'object' },
    signature: { type: 'string', description: 'RSA-PSS, SHA-256, base64url without padding' },
  },
}

const SECURITY = {
  envelope: { type: 'apiKey', in: 'header', name: 'X-AUI-Signature', description: 'or the envelope as the JSON body' },
  bearer: { type: 'http', scheme: 'bearer' },
}
