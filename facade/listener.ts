import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Runtime } from '../tools/kernel/context.ts'
import { Problem } from '../tools/kernel/problems/problems.ts'
import { SAFE_HEADERS } from '../tools/kernel/safe-headers.ts'
import { whenClosed } from '../tools/kernel/turns/when-closed.ts'
import { openArrivals } from './http/arrivals.ts'
import { type Bodies, requireSmall } from './http/bodies.ts'
import { type Listener, oneAfterAnother } from './http/connections/one-after-another.ts'
import type { UnreadAnswers } from './http/connections/unread.ts'
import { type Exchange, OPEN, openExchange, send } from './http/exchange.ts'
import { isOpen, preflight } from './http/preflight.ts'
import { refusalOf } from './http/refusal.ts'
import { openRequestLimits } from './http/request-limits.ts'
import { isUnderAui } from './http/versioning.ts'
import type { McpEndpoint } from './mcp/endpoint.ts'
import type { Meters } from './metrics/meters.ts'
import type { Metrics } from './metrics/metrics.ts'
import { answerMetrics, isAskedFromHere, METRICS_PATH } from './metrics/metrics-door.ts'
import { BODY_LIMIT } from './rest/route.ts'
import { openRouter, serveRoute } from './rest/router.ts'
import { ROUTES } from './rest/routes.ts'

/** decisions G44 */
const URL_CHARACTERS = 4096
const SIGNATURE_HEADER_BYTES = 8192

export interface Doors {
  runtime: Runtime
  mcp: McpEndpoint
  /** Documents and pages, for what neither table nor MCP serves. */
  documents(request: IncomingMessage, response: ServerResponse): void
  /** Path of the base URL, '' at the root; a proxy keeps or strips it. */
  publicPrefix: string
  /** Addresses and ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  meters: Pick<Meters, 'countRequest'>
  bodies: Bodies
  unread: UnreadAnswers
  /** Served here, to this machine alone; absent where it has a port of its own. */
  metrics?: Metrics | undefined
}

/** Every request enters here: hot routes are matched ahead of Express, which costs five signature checks. */
export function createListener(doors: Doors): Listener {
  const router = openRouter(ROUTES)
  const limitsOf = openRequestLimits(doors.runtime, doors.trustedProxies)
  const arrivals = openArrivals()
  const known = new WeakSet<Socket>()
  return oneAfterAnother((request, response) => {
    const { socket } = request
    const limits = limitsOf(request)
    const begin = () => {
      // It was cut off for what came before.
      if (socket.destroyed) return
      const exchange = openExchange(request, response, doors, limits)
      void serve(doors, router, exchange)
        .catch((error: unknown) => refuse(doors, router, exchange, error))
        .then(() => {
          count(doors, exchange)
          if (limits.agent !== undefined) known.add(socket)
        })
    }
    if (known.has(socket)) begin()
    else arrivals.enter(limits.address, begin)
  })
}

async function serve(doors: Doors, router: ReturnType<typeof openRouter>, exchange: Exchange): Promise<void> {
  requireModest(exchange)
  const { method, path } = exchange
  if (path === '/mcp' || path.startsWith('/mcp/')) return await serveMcp(doors, exchange)
  const match = router.find(method, path)
  if (match) {
    exchange.route = match.route.path
    const reply = await serveRoute(doors.runtime, exchange, match, `${doors.publicPrefix}${path}`)
    return send(exchange, reply)
  }
  const allowed = router.allowed(path)
  if (allowed.length === 0) {
    requireSmall(exchange.request, BODY_LIMIT)
    if (path === METRICS_PATH && doors.metrics && isReadFromHere(exchange))
      return await serveMetrics(doors.runtime, doors.metrics, exchange)
    return await serveDocuments(doors, exchange)
  }
  exchange.route = router.find(allowed[0]!, path)!.route.path
  const early = preflight(exchange, allowed, router.find('GET', path)?.route.isBootstrap === true)
  if (early.kind === 'reply') {
    await exchange.limits.countAnonymous()
    return send(exchange, early.reply)
  }
  const headed = router.find('GET', path)!
  return send(exchange, await serveRoute(doors.runtime, exchange, headed, `${doors.publicPrefix}${path}`))
}

/** Not counted: whoever watches over the server asks often. */
const PROBES = ['/healthz', '/readyz']

async function serveDocuments({ documents, runtime }: Doors, exchange: Exchange): Promise<void> {
  const { request, response, request_id, path, search, limits } = exchange
  exchange.route = 'documents'
  if (!PROBES.includes(path)) await limits.countAnonymous()
  for (const [name, value] of Object.entries(limits.headers())) response.setHeader(name, value)
  if (isUnderAui(path)) response.setHeader('X-AUI-Version', '1')
  response.setHeader('X-Request-Id', request_id)
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
  request.url = `${path}${search}`
  const answer = () => {
    documents(request, response)
    return response.writableEnded ? Promise.resolve() : answered(response)
  }
  await (PROBES.includes(path)
    ? answer()
    : runtime.turns.run(limits.turn, answer, { whenGone: whenClosed(request.socket) }))
}

const answered = (response: ServerResponse) =>
  new Promise<void>(resolve => {
    response.once('finish', resolve)
    response.once('close', resolve)
  })

function isReadFromHere({ method, request }: Exchange): boolean {
  return (method === 'GET' || method === 'HEAD') && isAskedFromHere(request)
}

async function serveMetrics({ turns }: Runtime, metrics: Metrics, exchange: Exchange): Promise<void> {
  const { limits, request } = exchange
  exchange.route = 'metrics'
  send(exchange, await turns.run(limits.turn, () => answerMetrics(metrics), { whenGone: whenClosed(request.socket) }))
}

async function serveMcp({ mcp }: Doors, exchange: Exchange): Promise<void> {
  const { headers, limits } = exchange
  exchange.route = 'mcp'
  if (headers.authorization === undefined) await limits.countAnonymous()
  const reply = await mcp.handle(exchange)
  if (reply) send(exchange, reply)
}

function requireModest({ request, headers }: Exchange): void {
  if (request.httpVersion === '1.1' && headers.host === undefined) {
    throw new Problem('bad-request', 'A request of HTTP/1.1 names its Host.')
  }
  if ((request.url ?? '').length > URL_CHARACTERS) {
    throw new Problem('uri-too-long', `The URL may have at most ${URL_CHARACTERS} characters.`)
  }
  if (String(headers['x-aui-signature'] ?? '').length > SIGNATURE_HEADER_BYTES) {
    throw new Problem('header-too-large', `X-AUI-Signature may have at most ${SIGNATURE_HEADER_BYTES} bytes.`)
  }
}

/** Counts a request once it is answered: pages that wait for the database answer later than they return. */
function count({ meters, unread }: Doors, { method, route, started, request, response, limits }: Exchange): void {
  unread.watch(request, response, limits)
  const answered = () => {
    const status = response.headersSent ? response.statusCode : 0
    meters.countRequest(method, route, status, (performance.now() - started) / 1000)
  }
  if (response.headersSent || response.destroyed) answered()
  else response.once('close', answered)
}

function refuse({ runtime }: Doors, router: ReturnType<typeof openRouter>, exchange: Exchange, error: unknown): void {
  const reply = refusalOf(runtime, exchange, error)
  if (isOpen(router, exchange.path)) reply.headers = { ...reply.headers, ...OPEN }
  send(exchange, reply)
}
