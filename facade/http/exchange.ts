import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { OnDisconnect } from '../../concurrency/scheduler.ts'
import type { Runtime } from '../../tools/core/context.ts'
import { SAFE_HEADERS } from '../../tools/core/network/safe-headers.ts'
import type { WatchedRequest } from '../../tools/core/request-tracing.ts'
import type { LingeringClose } from './connections/lingering-close.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import { stripPublicPrefix } from './public-prefix-path.ts'
import type { RequestBodies } from './request-body.ts'
import { versionHeaders } from './versioning.ts'

/** One request and its response. */
export interface HttpExchange {
  request: IncomingMessage
  response: ServerResponse
  request_id: string
  method: string
  headers: IncomingHttpHeaders
  /** The raw path of the request target, below the public prefix, without the query. */
  path: string
  query: URLSearchParams
  /** The raw query including the question mark; '' for none. */
  search: string
  /** Template of the route, or a fixed name: the label under which the request is counted. */
  route: string
  /** Address of the requested MCP endpoint; the 401 for its token links to the metadata of this address. */
  resource: string | undefined
  /** Whether OAuth libraries read its errors, which must be plain JSON for them. */
  isOAuth: boolean
  /** Whether its errors have the members of RFC 6749 too. */
  isTokenRoute: boolean
  limits: RequestLimits
  /** Headers that describe the API version. */
  version_headers: Readonly<Record<string, string>>
  /** The whole body, up to this many bytes; must not be read after the response. */
  readBody(limit: number): Buffer | Promise<Buffer>
  /** Reads and discards the rest of the request after the response. */
  readOn(): void
  /** The body, if it was read. */
  body: Buffer | undefined
  /** In ms of the Runtime's `monotonic`. */
  started: number
  /** Present if tracing is enabled. */
  watched: WatchedRequest | undefined
}

interface Surroundings {
  publicPrefix: string
  bodies: Pick<RequestBodies, 'read'>
  lingering: Pick<LingeringClose, 'readOn'>
  runtime: Pick<Runtime, 'newId' | 'monotonic' | 'versionEnding' | 'installation' | 'tracing'>
}

export function createExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { publicPrefix, bodies, lingering, runtime }: Surroundings,
  limits: RequestLimits,
): HttpExchange {
  const url = request.url ?? '/'
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const mark = target.indexOf('?')
  const rawPath = mark < 0 ? target : target.slice(0, mark)
  const search = mark < 0 ? '' : target.slice(mark)
  const path = publicPrefix === '' ? rawPath : stripPublicPrefix(publicPrefix, rawPath)
  const exchange: HttpExchange = {
    request,
    response,
    request_id: runtime.newId(),
    method: request.method ?? 'GET',
    headers: request.headers,
    path,
    query: search === '' ? NO_QUERY : new URLSearchParams(search),
    search,
    route: 'other',
    resource: undefined,
    isOAuth: false,
    isTokenRoute: false,
    limits,
    version_headers: versionHeaders(path, runtime),
    readBody: limit => bodies.read(request, limit, limits.address, exchange),
    readOn: () => lingering.readOn(request),
    body: undefined,
    started: runtime.monotonic(),
    watched: undefined,
  }
  exchange.watched = runtime.tracing?.request(exchange.method, request.headers, exchange.request_id)
  return exchange
}

/** Most requests have none; nobody writes to it. */
const NO_QUERY = new URLSearchParams()

/** `Body` is serialized; '' for none. */
export interface HttpReply {
  status: number
  headers?: Record<string, string>
  /** `Set-Cookie` values. */
  cookies?: readonly string[]
  body: string | Buffer
  content_type: string
  /** Writes and ends a body of unknown length, in place of `body`; a failure breaks the connection off. */
  stream?(to: Writable): Promise<void>
}

/** Added to every response at a public path, so that pages of any origin can read errors too (DOC-10, DOC-11). */
export const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

export const jsonReply = (status: number, body: string | Buffer, headers: Record<string, string>): HttpReply => ({
  status,
  headers,
  body,
  content_type: 'application/json; charset=utf-8',
})

export const emptyReply = (status: number, headers: Record<string, string>): HttpReply => ({
  status,
  headers,
  body: '',
  content_type: '',
})

/** Writes all responses except documents, streams and responses to invalid HTTP. */
export function send(exchange: HttpExchange, reply: HttpReply): void {
  const { request, response, request_id, version_headers, limits } = exchange
  if (response.headersSent || response.destroyed) return
  const isOpenEnded = !request.complete && request.headers['content-length'] !== '0'
  const headers: OutgoingHttpHeaders = { 'X-Request-Id': request_id, ...SAFE_HEADERS }
  const body = encoded(reply.body)
  const hasLength = reply.status !== 204 && reply.status !== 304 && !reply.stream
  if (hasLength) headers['Content-Length'] = Buffer.byteLength(body)
  if (reply.body !== '' || reply.stream) headers['Content-Type'] = reply.content_type
  if (reply.cookies?.length) headers['Set-Cookie'] = [...reply.cookies]
  // The connection closes: a failure of the remaining body is irrelevant.
  const isUnread = isOpenEnded && hasBody(request)
  if (isUnread) headers.Connection = 'close'
  response.writeHead(reply.status, Object.assign(headers, version_headers, limits.headers(), reply.headers))
  if (reply.stream && request.method !== 'HEAD') void reply.stream(response).catch(() => response.destroy())
  else response.end(request.method === 'HEAD' ? undefined : body)
  if (isUnread) exchange.readOn()
}

const SHORT_CHARACTERS = 4_096

/**
 * Encodes a long text once: as a string, it would be concatenated with its headers, and flattened again for its length
 * and for the socket.
 */
const encoded = (body: string | Buffer) =>
  typeof body === 'string' && body.length > SHORT_CHARACTERS ? Buffer.from(body) : body

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Calls back once the connection is closed, at once if it is already. */
export const onDisconnect =
  (socket: Socket): OnDisconnect =>
  callback => {
    if (socket.destroyed) callback()
    else socket.once('close', callback)
    return () => void socket.off('close', callback)
  }
