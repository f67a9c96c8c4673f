import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LimitReached } from '../tools/admission/admission.ts'
import type { Runtime } from '../tools/kernel/context.ts'
import { isFailedProof, Problem } from '../tools/kernel/problems/problems.ts'
import { toProblem } from '../tools/kernel/problems/to-problem.ts'
import { SAFE_HEADERS } from '../tools/kernel/safe-headers.ts'
import { whenClosed } from '../tools/kernel/turns/when-closed.ts'
import { openArrivals } from './http/arrivals.ts'
import { belowPrefix } from './http/below-prefix.ts'
import { type Bodies, requireSmall } from './http/bodies.ts'
import { type Listener, oneAfterAnother } from './http/connections/one-after-another.ts'
import type { UnreadAnswers } from './http/connections/unread.ts'
import { type Exchange, OPEN, type Reply, send } from './http/exchange.ts'
import { isOpen, preflight } from './http/preflight.ts'
import { problemReply } from './http/problem-json.ts'
import { openRequestLimits, type RequestLimits } from './http/request-limits.ts'
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
  const arrivals = openArrivals(doors.runtime.monotonic)
  const known = new WeakSet<Socket>()
  return oneAfterAnother((request, response) => {
    const { socket } = request
    const limits = limitsOf(request)
    const begin = () => {
      // It was cut off for what came before.
      if (socket.destroyed) return
      const exchange = open(request, response, doors, limits)
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

function open(
  request: IncomingMessage,
  response: ServerResponse,
  { publicPrefix: prefix, bodies, runtime }: Doors,
  limits: RequestLimits,
): Exchange {
  const url = request.url ?? '/'
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const mark = target.indexOf('?')
  const rawPath = mark < 0 ? target : target.slice(0, mark)
  const search = mark < 0 ? '' : target.slice(mark)
  return {
    request,
    response,
    request_id: runtime.newId(),
    method: request.method ?? 'GET',
    headers: request.headers,
    path: belowPrefix(prefix, rawPath),
    query: new URLSearchParams(search),
    search,
    route: 'other',
    limits,
    readBody: limit => bodies.read(request, limit, limits.address),
    started: runtime.monotonic(),
  }
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
  const { response, request_id, method, path, headers, limits, readBody } = exchange
  exchange.route = 'mcp'
  if (headers.authorization === undefined) await limits.countAnonymous()
  await mcp.handle({ method, path, headers, readBody, request_id, tally: limits }, response)
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
function count(
  { meters, unread, runtime }: Doors,
  { method, route, started, request, response, limits }: Exchange,
): void {
  unread.watch(request, response, limits)
  const answered = () => {
    const status = response.headersSent ? response.statusCode : 0
    meters.countRequest(method, route, status, (runtime.monotonic() - started) / 1000)
  }
  if (response.headersSent || response.destroyed) answered()
  else response.once('close', answered)
}

function refuse({ runtime }: Doors, router: ReturnType<typeof openRouter>, exchange: Exchange, error: unknown): void {
  const { request_id, path, method, route, limits } = exchange
  const log = runtime.log.child({ request_id })
  const problem = toProblem(error, log)
  if (problem instanceof LimitReached) limits.report(problem.quotas)
  if (isFailedProof(problem)) limits.failed()
  log.info({ ...limits.who(), method, route, status: problem.status, problem: problem.slug }, 'refused')
  const { baseUrl } = runtime.installation
  const reply: Reply = problemReply(problem, { baseUrl, instance: path, requestId: request_id })
  if (isOpen(router, path)) reply.headers = { ...reply.headers, ...OPEN }
  send(exchange, reply)
}
