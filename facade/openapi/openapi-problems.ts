import { PROBLEMS, type ProblemSlug } from '../../tools/core/problems/problem.ts'
import type { ProblemKind } from '../../tools/core/schema/problem-kind.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'
import type { Route } from '../rest/route.ts'
import { RATE_LIMITED_HEADERS } from './rate-limit-headers.ts'
import { referTo, type SharedComponents, shareComponent } from './shared-components.ts'

const OF_ALL = [
  'bad-request',
  'version-sunset',
  'payload-too-large',
  'unsupported-media-type',
  'request-timeout',
  'uri-too-long',
  'rate-limited',
  'header-too-large',
  'internal-error',
  'service-unavailable',
] as const satisfies readonly ProblemSlug[]

const OF_SIGNATURES = [
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
  'agent-moved',
] as const satisfies readonly ProblemSlug[]

/** Every error that a route may return: of the transport, and of the tool on this transport. */
export function slugsOf({ tool, method, sunset, never, takesForm }: Route): ProblemSlug[] {
  const isBearer = tool.audience === 'agent' && tool.scopes !== null
  const isAnyScopeEnough = tool.audience === 'agent' && tool.scopes?.length === SCOPES.length
  const hasBareBody = method !== 'GET' && (tool.audience === 'anyone' || isBearer)
  const slugs: ProblemSlug[] = [
    ...(tool.audience === 'agent' ? OF_SIGNATURES : []),
    ...(isBearer ? (['invalid-token'] as const) : []),
    ...(isBearer && !isAnyScopeEnough ? (['insufficient-scope'] as const) : []),
    ...(hasBareBody && !takesForm ? (['malformed-json'] as const) : []),
    ...(tool.takesAnyText ? [] : (['validation-error'] as const)),
    ...(sunset ? (['endpoint-sunset'] as const) : []),
    ...OF_ALL,
    ...tool.problems.filter(slug => isOfRest(slug) && !never.includes(slug)),
  ]
  return [...new Set(slugs)]
}

const isOfRest = (slug: ProblemSlug) => !('transport' in PROBLEMS[slug])

const statusOf = (slug: ProblemSlug): number => PROBLEMS[slug].status

const ofRange = (slugs: readonly ProblemSlug[], range: 4 | 5) =>
  slugs.filter(slug => Math.floor(statusOf(slug) / 100) === range)

const SIGNED: readonly ProblemSlug[] = [...ofRange(OF_ALL, 4), ...OF_SIGNATURES]
const READ: readonly ProblemSlug[] = [...SIGNED, 'invalid-token', 'insufficient-scope', 'validation-error']

/** Errors of all requests of a kind, the longest list first. */
const MET: readonly (readonly [name: string, slugs: readonly ProblemSlug[]])[] = [
  ['Write', [...READ, 'malformed-json']],
  ['Read', READ],
  ['Signed', SIGNED],
  ['Open', ofRange(OF_ALL, 4)],
]

/** The errors of a route: a shared response for its kind, and its own in `x-problems`. */
export function describeProblems(
  route: Route,
  shared: SharedComponents,
): { own: ProblemSlug[]; responses: JsonSchema } {
  const slugs = slugsOf(route)
  const [kind, ofKind] = MET.find(([, list]) => list.every(slug => slugs.includes(slug)))!
  const ofServer = ofRange(OF_ALL, 5)
  return {
    own: slugs.filter(slug => !ofKind.includes(slug) && !ofServer.includes(slug)),
    responses: { '4XX': refused(route, kind, ofKind, shared), '5XX': refused(route, 'Failed', ofServer, shared) },
  }
}

function refused(
  { isOAuth }: Route,
  kind: string,
  slugs: readonly ProblemSlug[],
  shared: SharedComponents,
): JsonSchema {
  const media = (schema: string) => ({ schema: referTo('schemas', schema) })
  const bare = { 'application/json': media(isOAuth ? 'Problem' : 'BareError') }
  return shareComponent(shared, 'responses', isOAuth ? `OAuth${kind}` : kind, {
    description: 'One of these problems, or of x-problems',
    'x-problems': slugs,
    ...(slugs.includes('rate-limited') ? { headers: RATE_LIMITED_HEADERS } : {}),
    content: isOAuth ? bare : { 'application/problem+json': media('Problem'), ...bare },
  })
}

/** The slugs that any route returns, by status. */
export function problemReference(routes: readonly Route[]): JsonSchema {
  const used = new Set(routes.flatMap(slugsOf))
  const slugs = (Object.keys(PROBLEMS) as ProblemSlug[]).filter(slug => used.has(slug))
  const statuses = [...new Set(slugs.map(statusOf))].sort((a, b) => a - b)
  return Object.fromEntries(statuses.map(status => [status, slugs.filter(slug => statusOf(slug) === status)]))
}

const text = { type: 'string' }

const KINDS: readonly ProblemKind[] = Object.values(PROBLEMS)

const STANDARD = {
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
}

/** Additional members of individual problems, from their examples. */
const FURTHER = Object.fromEntries(
  KINDS.flatMap(({ bare, example = {} }) => (bare ? [] : Object.entries(example))).map(([name, value]) => [
    name,
    schemaLike(value),
  ]),
)

function schemaLike(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaLike(value[0]) : {} }
  return { type: typeof value === 'number' ? 'integer' : typeof value }
}

export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'RFC 9457 problem details; `type` ends in the slug and links to an explanation.',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: { ...FURTHER, ...STANDARD },
  additionalProperties: true,
}

/** Instead of a problem, for errors with a body of their own. */
export const OAUTH_ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: { error: text, capability: text, rationale: text },
  additionalProperties: true,
  examples: KINDS.flatMap(({ bare, example }) => (bare && example ? [example] : [])),
}
