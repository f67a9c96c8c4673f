import type { Runtime } from '../tools/core/context.ts'
import { Problem } from '../tools/core/problems/problem.ts'
import type { AnonymousGate } from './http/connections/anonymous-gate.ts'
import type { AuthenticatedSockets } from './http/connections/connection-limits.ts'
import type { LingeringClose } from './http/connections/lingering-close.ts'
import { type AsyncListener, serializePipelined } from './http/connections/serialize-pipelined.ts'
import type { SlowReaders } from './http/connections/slow-readers.ts'
import { type ErrorResponse, toErrorResponse } from './http/error-response.ts'
import { ANY_ORIGIN, createExchange, type HttpExchange, type HttpReply, send } from './http/exchange.ts'
import { createRequestLimits } from './http/limits/request-limits.ts'
import { detachBuffer, type RequestBodies } from './http/request-body.ts'
import type { RequestHandler } from './http/request-handler.ts'
import { type CorsAllowlist, replyToPreflight } from './http/security/cors-allowlist.ts'
import { requireVersionNotEnded } from './http/versioning.ts'

/** HTTP-41, HTTP-42 */
const URL_CHARACTERS = 4096
const SIGNATURE_HEADER_BYTES = 8192

export interface ListenerDeps {
  runtime: Runtime
  /** In order of precedence; the last one handles all other paths. */
  handlers: readonly RequestHandler[]
  /** An error as a page for browsers; `undefined`: as a problem. */
  showRefusal(exchange: HttpExchange, refused: ErrorResponse): Promise<HttpReply | undefined>
  /** Path of the base URL, '' at the root; a proxy may strip it. */
  publicPrefix: string
  /** Addresses and ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[]
  grant: CorsAllowlist
  /** Whether each request is logged, by route and never by its raw path. */
  logsRequests: boolean
  meters: { countRequest(method: string, route: string, status: number, seconds: number): void }
  bodies: RequestBodies
  unread: SlowReaders
  lingering: LingeringClose
  known: AuthenticatedSockets
  /** For requests of unauthenticated clients. */
  entrance: AnonymousGate
}

/** The entry point of every request; the first handler that accepts it responds. */
export function createListener(deps: ListenerDeps): AsyncListener {
  const limitsOf = createRequestLimits(deps.runtime, deps.trustedProxies)
  return serializePipelined((request, response) => {
    const { socket } = request
    const limits = limitsOf(request)
    const begin = () => {
      // Otherwise the connection was closed, or ends, because of an earlier request.
      if (socket.writable) void handle(deps, createExchange(request, response, deps, limits))
    }
    if (deps.known.touch(socket)) begin()
    else deps.entrance.admit(socket, limits.address, begin)
  })
}

async function handle(deps: ListenerDeps, exchange: HttpExchange): Promise<void> {
  const isGranted =
    exchange.headers.origin !== undefined && !isOpen(deps.handlers, exchange.path) && deps.grant(exchange)
  try {
    const { watched } = exchange
    await (watched ? watched.within(() => serve(deps, exchange, isGranted)) : serve(deps, exchange, isGranted))
  } catch (error) {
    await refuse(deps, exchange, error)
  }
  count(deps, exchange)
  if (exchange.limits.agent !== undefined) deps.known.add(exchange.request.socket)
  if (exchange.body) detachBuffer(exchange.body)
}

async function serve({ handlers, runtime }: ListenerDeps, exchange: HttpExchange, isGranted: boolean): Promise<void> {
  requireModest(exchange)
  const preflight = isGranted ? await replyToPreflight(exchange) : undefined
  if (preflight) return send(exchange, preflight)
  requireVersionNotEnded(exchange.path, runtime.versionEnding(), runtime.clock())
  for (const handler of handlers) {
    if (!isBelow(handler.prefix, exchange.path)) continue
    const entered = handler.tryHandle(exchange)
    if (!entered) continue
    const reply = await entered
    if (reply) send(exchange, reply)
    return
  }
}

function requireModest({ request, headers }: HttpExchange): void {
  if (request.httpVersion === '1.1' && headers.host === undefined) {
    throw new Problem('bad-request', 'An HTTP/1.1 request requires a Host header.')
  }
  if ((request.url ?? '').length > URL_CHARACTERS) {
    throw new Problem('uri-too-long', `The URL must not exceed ${URL_CHARACTERS} characters.`)
  }
  if (String(headers['x-aui-signature'] ?? '').length > SIGNATURE_HEADER_BYTES) {
    throw new Problem('header-too-large', `X-AUI-Signature must not exceed ${SIGNATURE_HEADER_BYTES} bytes.`)
  }
}

/** Counts a request when its response ends: pages may respond after the handler returns. */
function count(
  { meters, unread, runtime, logsRequests }: ListenerDeps,
  { method, route, started, request, response, limits, request_id, watched }: HttpExchange,
): void {
  // Mostly the socket took the response at once.
  if (!response.writableFinished) unread.watch(request, response, limits)
  const answered = () => {
    const status = response.headersSent ? response.statusCode : 0
    const ms = runtime.monotonic() - started
    meters.countRequest(method, route, status, ms / 1000)
    watched?.end(route, status)
    if (logsRequests) {
      const duration_ms = Math.round(ms * 10) / 10
      const facts = { request_id, agent_id: limits.agent, method, route, status, duration_ms }
      runtime.log.info({ ...facts, trace_id: watched?.trace_id }, 'request')
    }
  }
  if (response.headersSent || response.destroyed) answered()
  else response.once('close', answered)
}

async function refuse(
  { runtime, handlers, showRefusal }: ListenerDeps,
  exchange: HttpExchange,
  error: unknown,
): Promise<void> {
  const refused = await toErrorResponse(runtime, exchange, error)
  const page = await showRefusal(exchange, refused).catch(error => {
    runtime.log.error({ err: error, request_id: exchange.request_id }, 'the error page could not be rendered')
    return undefined
  })
  if (page) return send(exchange, page)
  const { reply } = refused
  if (isOpen(handlers, exchange.path)) reply.headers = { ...reply.headers, ...ANY_ORIGIN }
  send(exchange, reply)
}

function isOpen(handlers: readonly RequestHandler[], path: string): boolean | undefined {
  for (const handler of handlers) {
    if (!isBelow(handler.prefix, path)) continue
    const isOpenThere = handler.allowsAnyOrigin(path)
    if (isOpenThere !== undefined) return isOpenThere
  }
  return undefined
}

/** Without a prefix a handler is asked for every path. */
const isBelow = (prefix: string | undefined, path: string): boolean =>
  prefix === undefined || (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'))
