import { emptyReply, type HttpExchange, type HttpReply } from '../exchange.ts'

/** In addition to the headers that any page may send. */
const SENT = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'MCP-Protocol-Version',
  'MCP-Push',
  'Mcp-Session-Id',
  'PAYMENT-SIGNATURE',
  'X-AUI-Signature',
]

/** In addition to the headers that any page may read. */
const EXPOSED = [
  'Allow',
  'Deprecation',
  'Idempotent-Replay',
  'Link',
  'Mcp-Session-Id',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-AUI-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

/** For every path, so that a page can read the 405 of an unsupported method. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': SENT.join(', '),
  'Access-Control-Max-Age': '7200',
}

/** Lets a page of a listed origin read the response, whatever it will be; `false`: the origin is not listed. */
export type CorsAllowlist = (exchange: HttpExchange) => boolean

/** For the paths that are not public (DOC-97 to DOC-100); origins as browsers write them. */
export function createCorsAllowlist(origins: readonly string[]): CorsAllowlist {
  const listed = new Set(origins)
  return ({ headers: { origin }, response }) => {
    if (origin === undefined || !listed.has(origin)) return false
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', EXPOSED.join(', '))
    response.setHeader('Vary', 'Origin')
    return true
  }
}

/** The response to a preflight request; `undefined`: it is an actual request. */
export async function replyToPreflight(exchange: HttpExchange): Promise<HttpReply | undefined> {
  const { method, headers, limits } = exchange
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined
  exchange.route = 'preflight'
  await limits.countAnonymous()
  return emptyReply(204, PREFLIGHT)
}
