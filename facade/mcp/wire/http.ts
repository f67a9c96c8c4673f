import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Tally } from '../../../tools/admission/quotas.ts'
import { type Problem, type ProblemSlug, problemBody } from '../../../tools/kernel/problems/problems.ts'
import { SAFE_HEADERS } from '../../../tools/kernel/safe-headers.ts'
import { SCOPES } from '../../../tools/kernel/scopes.ts'
import { protectedResourcePath } from '../../http/oauth-metadata.ts'

/** One HTTP request at the MCP endpoint. */
export interface McpRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The whole body, at most so many bytes of it. */
  readBody(limit: number): Promise<Buffer>
  request_id: string
  /** For the headers of the answer that tell of limits. */
  tally?: Tally
}

export interface HttpAnswer<Body = string> {
  status: number
  /** Serialised; '' for none. */
  body: Body
  content_type?: string
  headers?: Record<string, string>
}

const JSON_TYPE = 'application/json; charset=utf-8'

export const ACCEPTED: HttpAnswer = Object.freeze({ status: 202, body: '' })

export const jsonAnswer = (status: number, body: string): HttpAnswer => ({ status, body })

export function send(
  response: ServerResponse,
  { request_id, tally }: McpRequest,
  answer: HttpAnswer<string | Buffer>,
): void {
  if (response.headersSent || response.destroyed) return
  const { status, body, content_type = JSON_TYPE, headers } = answer
  response.writeHead(status, {
    'X-Request-Id': request_id,
    'Cache-Control': 'no-store',
    ...SAFE_HEADERS,
    ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    ...(body === '' ? {} : { 'Content-Type': content_type }),
    ...tally?.headers(),
    ...headers,
    ...(hasMoreToCome(response) ? { Connection: 'close' } : {}),
  })
  response.end(body)
}

/** An answer that comes before the whole body was read ends the connection. */
const hasMoreToCome = ({ req }: ServerResponse): boolean =>
  !req.complete && (req.headers['content-length'] ?? req.headers['transfer-encoding'] ?? '0') !== '0'

/** The value of a header that may be sent once; a header sent twice has none. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

export interface Place {
  baseUrl: string
  instance: string
  /** Of the endpoint that was asked. */
  address: string
  requestId: string
  /** Whether the request carried an `Authorization` header; RFC 6750 names no error to one without. */
  hasToken: boolean
}

/** A refusal of the HTTP request as such, as problem+json (decisions G40). */
export function problemAnswer(problem: Problem, place: Place): HttpAnswer {
  const { baseUrl, instance, requestId } = place
  return {
    status: problem.status,
    body: JSON.stringify(problemBody(problem, { baseUrl, instance, requestId })),
    content_type: 'application/problem+json; charset=utf-8',
    headers: problemHeaders(problem, place),
  }
}

function problemHeaders({ slug, members }: Problem, { baseUrl, address, hasToken }: Place): Record<string, string> {
  const { retry_after_seconds, required_scope, allow } = members
  const metadata = `Bearer resource_metadata="${baseUrl}${protectedResourcePath(address)}"`
  const anyScope = `${metadata}, scope="${SCOPES.join(' ')}"`
  const challenge: Partial<Record<ProblemSlug, string>> = {
    'invalid-token': hasToken ? `${anyScope}, error="invalid_token"` : anyScope,
    'insufficient-scope': `${metadata}, scope="${required_scope}", error="insufficient_scope"`,
  }
  return {
    ...(retry_after_seconds === undefined ? {} : { 'Retry-After': String(retry_after_seconds) }),
    ...(allow === undefined ? {} : { Allow: String(allow) }),
    ...(challenge[slug] === undefined ? {} : { 'WWW-Authenticate': challenge[slug] }),
  }
}
