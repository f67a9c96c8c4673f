import { bareBody, type Problem, problemBody } from '../../tools/kernel/problems/problems.ts'
import type { Reply } from './exchange.ts'
import { httpDate } from './versioning.ts'

export interface Place {
  baseUrl: string
  instance: string
  requestId: string
}

/** A refusal on the wire (spec 7.1): problem+json, or the bare body that the contract names instead. */
export function problemReply(problem: Problem, place: Place): Reply {
  const bare = bareBody(problem)
  return {
    status: problem.status,
    headers: problemHeaders(problem, place.baseUrl),
    body: JSON.stringify(bare ?? problemBody(problem, place)),
    content_type: bare ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8',
  }
}

function problemHeaders(problem: Problem, baseUrl: string): Record<string, string> {
  const { retry_after_seconds, required_scope, sunset_at } = problem.members
  return {
    'Cache-Control': 'no-store',
    ...(retry_after_seconds === undefined ? {} : { 'Retry-After': String(retry_after_seconds) }),
    ...(typeof sunset_at === 'string' ? { Sunset: httpDate(Date.parse(sunset_at)) } : {}),
    ...(problem.slug === 'invalid-token'
      ? {
          'WWW-Authenticate': `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource", error="invalid_token"`,
        }
      : {}),
    ...(problem.slug === 'insufficient-scope'
      ? { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${required_scope}"` }
      : {}),
    ...(typeof problem.members.allow === 'string' ? { Allow: problem.members.allow } : {}),
  }
}
