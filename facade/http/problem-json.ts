import { bareBody, type Problem, problemBody } from '../../tools/core/problems/problem.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import type { HttpReply } from './exchange.ts'
import { protectedResourcePath } from './oauth-metadata.ts'
import { httpDate } from './versioning.ts'
import { x402Header } from './x402-header.ts'

export interface ProblemContext {
  baseUrl: string
  instance: string
  requestId: string
  resource?: ProtectedResource | undefined
  isOAuth?: boolean
  isTokenRoute?: boolean
}

/** The `resource` in terms of OAuth, for MCP endpoints. */
export interface ProtectedResource {
  address: string
  /** Whether the request had an `Authorization` header; RFC 6750 returns no error to one without. */
  hasToken: boolean
}

/** Serializes a problem: problem+json (PROB-1), or the plain body instead (PROB-27, PROB-28). */
export function problemReply(problem: Problem, context: ProblemContext): HttpReply {
  const bare = context.isOAuth ? undefined : bareBody(problem)
  const type = bare || context.isOAuth ? 'application/json' : 'application/problem+json'
  const own = context.isTokenRoute || context.isOAuth ? tokenMembers(problem) : {}
  return {
    status: problem.status,
    headers: problemHeaders(problem, context),
    body: JSON.stringify(bare ?? { ...own, ...problemBody(problem, context) }),
    content_type: `${type}; charset=utf-8`,
  }
}

const LATER: readonly number[] = [408, 429]

/** The members of RFC 6749 5.2, for problems that do not define them (TOKEN-23). */
const tokenMembers = ({ status, message }: Problem) => ({
  error: status < 500 && !LATER.includes(status) ? 'invalid_request' : 'temporarily_unavailable',
  error_description: message,
})

function problemHeaders(problem: Problem, { baseUrl, resource }: ProblemContext): Record<string, string> {
  const { retry_after_seconds, sunset_at, allow, payment_required, payment_response } = problem.members
  const challenge = resource ? mcpChallenge(problem, baseUrl, resource) : restChallenge(problem, baseUrl)
  return {
    'Cache-Control': 'no-store',
    ...(retry_after_seconds === undefined ? {} : { 'Retry-After': String(retry_after_seconds) }),
    ...(typeof sunset_at === 'string' ? { Sunset: httpDate(Date.parse(sunset_at)) } : {}),
    ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
    ...(typeof allow === 'string' ? { Allow: allow } : {}),
    ...(payment_required === undefined ? {} : { 'PAYMENT-REQUIRED': x402Header(payment_required) }),
    ...(payment_response === undefined ? {} : { 'PAYMENT-RESPONSE': x402Header(payment_response) }),
  }
}

function restChallenge({ slug, members }: Problem, baseUrl: string): string | undefined {
  if (slug === 'insufficient-scope') return `Bearer error="insufficient_scope", scope="${members.required_scope}"`
  if (slug !== 'invalid-token') return undefined
  return `Bearer resource_metadata="${baseUrl}${protectedResourcePath('')}", error="invalid_token"`
}

/** The starting point of MCP clients: links to the metadata of the endpoint and names the scopes to request. */
function mcpChallenge({ slug, members }: Problem, baseUrl: string, { address, hasToken }: ProtectedResource) {
  const metadata = `Bearer resource_metadata="${baseUrl}${protectedResourcePath(address)}"`
  if (slug === 'insufficient-scope') return `${metadata}, scope="${members.required_scope}", error="insufficient_scope"`
  if (slug !== 'invalid-token') return undefined
  return `${metadata}, scope="${SCOPES.join(' ')}"${hasToken ? ', error="invalid_token"' : ''}`
}
