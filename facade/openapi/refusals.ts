import { STATUS_CODES } from 'node:http'
import type { Installation } from '../../tools/kernel/context.ts'
import type { Json } from '../../tools/kernel/json-schema.ts'
import type { ProblemKind } from '../../tools/kernel/kinds/problem-kind.ts'
import { bareBody, PROBLEMS, Problem, type ProblemSlug, problemBody } from '../../tools/kernel/problems/problems.ts'
import { SCOPES } from '../../tools/kernel/scopes.ts'
import type { Route } from '../rest/route.ts'
import { REFUSED_HEADERS } from './limits.ts'
import { referTo, type Shared, share } from './shared.ts'

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

/** What meets a request whatever it asks for stands under ranges of statuses: operations name no status of it. */
const OF_RANGES: readonly ProblemSlug[] = OF_ALL.filter(slug => slug !== 'bad-request' && slug !== 'rate-limited')

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
] as const satisfies readonly ProblemSlug[]

/** Every refusal that a route may answer: of the doors before the tool, and of the tool at this door. */
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

const isOfRest = (slug: ProblemSlug) => !('door' in PROBLEMS[slug])

const isBare = (slug: ProblemSlug) => 'bare' in PROBLEMS[slug]

/** The refusals of a route by status, each with an example by its slug: those of a status are one component. */
export function describeRefusals(route: Route, shared: Shared): Json {
  const slugs = slugsOf(route)
  const refusals = (found: ProblemSlug[], name: string) => {
    const headers = found.includes('rate-limited') ? { headers: REFUSED_HEADERS } : {}
    const content = contentOf(found, route.isOAuth ? 'application/json' : 'application/problem+json')
    const response = { description: describe(found), ...headers, content }
    return share(shared, 'responses', route.isOAuth ? `oauth.${name}` : name, response)
  }
  const named = slugs.filter(slug => !OF_RANGES.includes(slug))
  const statuses = [...new Set(named.map(statusOf))].sort((a, b) => a - b)
  const byStatus = statuses.map(status => {
    const found = slugs.filter(slug => statusOf(slug) === status)
    return [status, refusals(found, nameOf(found))]
  })
  const byRange = ['4XX', '5XX'].map(range => {
    const found = OF_RANGES.filter(slug => String(statusOf(slug))[0] === range[0])
    return [range, refusals(found, range)]
  })
  return Object.fromEntries([...byStatus, ...byRange])
}

const statusOf = (slug: ProblemSlug): number => PROBLEMS[slug].status

const describe = (slugs: ProblemSlug[]): string => {
  const [status = 0, ...others] = new Set(slugs.map(statusOf))
  return (others.length === 0 && STATUS_CODES[status]) || 'Any other refusal'
}

/** Those of signatures go together. */
const nameOf = (slugs: ProblemSlug[]): string => {
  const others = slugs.filter(slug => !(OF_SIGNATURES as readonly ProblemSlug[]).includes(slug))
  return slugs.includes('aui-signature-missing') ? ['aui-signature', ...others].join('.') : slugs.join('.')
}

function contentOf(slugs: ProblemSlug[], type: string): Json {
  const bare = slugs.filter(isBare)
  const problem = slugs.filter(slug => !isBare(slug))
  const media = (found: ProblemSlug[], schema: string) => ({
    schema: referTo('schemas', schema),
    examples: Object.fromEntries(found.map(slug => [slug, referTo('examples', slug)])),
  })
  return {
    ...(problem.length > 0 ? { [type]: media(problem, 'Problem') } : {}),
    ...(bare.length > 0 ? { 'application/json': media(bare, 'BareError') } : {}),
  }
}

/** One example for each refusal that some route answers, by slug. */
export function problemExamples(routes: readonly Route[], { baseUrl }: Installation): Json {
  const used = new Set(routes.flatMap(slugsOf))
  const slugs = (Object.keys(PROBLEMS) as ProblemSlug[]).filter(slug => used.has(slug))
  return Object.fromEntries(slugs.map(slug => [slug, { value: bodyOf(slug, baseUrl) }]))
}

function bodyOf(slug: ProblemSlug, baseUrl: string): object {
  const { title, example }: ProblemKind = PROBLEMS[slug]
  const problem = new Problem(slug, `${title}.`, example)
  const { request_id, ...body } = problemBody(problem, { baseUrl, instance: '/api/v1/aui/posts', requestId: '' })
  return bareBody(problem) ?? body
}

const text = { type: 'string' }

export const PROBLEM = {
  type: 'object',
  description: 'RFC 9457 problem details; `type` ends in the slug and is a page that explains.',
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
  additionalProperties: true,
}

export const BARE_ERROR = {
  type: 'object',
  required: ['error'],
  properties: { error: text, capability: text, rationale: text },
  additionalProperties: true,
}
