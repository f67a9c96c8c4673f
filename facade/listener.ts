import type { Runtime } from '../tools/kernel/context.ts'
import { Problem } from '../tools/kernel/problems/problems.ts'
import type { Bodies } from './http/bodies.ts'
import type { Lingering } from './http/connections/lingering.ts'
import { type Listener, oneAfterAnother } from './http/connections/one-after-another.ts'
import type { UnreadAnswers } from './http/connections/unread.ts'
import type { Door } from './http/door.ts'
import type { Entrance } from './http/entrance.ts'
import { type Exchange, OPEN, openExchange, type Reply, send } from './http/exchange.ts'
import type { KnownOnes } from './http/known-ones.ts'
import { answerPreflight, type Grant } from './http/listed-origins.ts'
import { type Refused, refusalOf } from './http/refusal.ts'
import { release } from './http/release.ts'
import { openRequestLimits } from './http/request-limits.ts'
import { requireVersionInService } from './http/versioning.ts'

/** HTTP-41, HTTP-42 */
const URL_CHARACTERS = 4096
const SIGNATURE_HEADER_BYTES = 8192

export interface House {
  runtime: Runtime
  /** Asked in this order; the last has every path that is left. */
  doors: readonly Door[]
  /** A refusal as a browser shows it; `undefined`: it is told as to everybody. */
  showRefusal(exchange: Exchange, refused: Refused): Promise<Reply | undefined>
  /** Path of the base URL, '' at the root; a proxy keeps or strips it. */
  publicPrefix: string
  /** Addresses and ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  grant: Grant
  /** Whether each request has a line of the log, which names no path that somebody sent. */
  logsRequests: boolean
  meters: { countRequest(method: string, route: string, status: number, seconds: number): void }
  bodies: Bodies
  unread: UnreadAnswers
  lingering: Lingering
  known: KnownOnes
  /** For the requests of those who are not. */
  entrance: Entrance
}

/** Every request enters here, and is answered by the first door that takes it. */
export function createListener(house: House): Listener {
  const limitsOf = openRequestLimits(house.runtime, house.trustedProxies)
  return oneAfterAnother((request, response) => {
    const { socket } = request
    const limits = limitsOf(request)
    const begin = () => {
      // Otherwise it was cut off, or ends, for what came before.
      if (socket.writable) void answer(house, openExchange(request, response, house, limits))
    }
    if (house.known.calls(socket)) begin()
    else house.entrance.enter(socket, limits.address, begin)
  })
}

async function answer(house: House, exchange: Exchange): Promise<void> {
  const isGranted =
    exchange.headers.origin !== undefined && !isOpen(house.doors, exchange.path) && house.grant(exchange)
  try {
    const { watched } = exchange
    await (watched ? watched.within(() => serve(house, exchange, isGranted)) : serve(house, exchange, isGranted))
  } catch (error) {
    await refuse(house, exchange, error)
  }
  count(house, exchange)
  if (exchange.limits.agent !== undefined) house.known.add(exchange.request.socket)
  if (exchange.body) release(exchange.body)
}

async function serve({ doors, runtime }: House, exchange: Exchange, isGranted: boolean): Promise<void> {
  requireModest(exchange)
  const preflight = isGranted ? await answerPreflight(exchange) : undefined
  if (preflight) return send(exchange, preflight)
  requireVersionInService(exchange.path, runtime.versionEnding(), runtime.clock())
  for (const door of doors) {
    const entered = door.enter(exchange)
    if (!entered) continue
    const reply = await entered
    if (reply) send(exchange, reply)
    return
  }
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
  { meters, unread, runtime, logsRequests }: House,
  { method, route, started, request, response, limits, request_id, watched }: Exchange,
): void {
  unread.watch(request, response, limits)
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

async function refuse({ runtime, doors, showRefusal }: House, exchange: Exchange, error: unknown): Promise<void> {
  const refused = await refusalOf(runtime, exchange, error)
  const page = await showRefusal(exchange, refused).catch(error => {
    runtime.log.error({ err: error, request_id: exchange.request_id }, 'the page of a refusal was not made')
    return undefined
  })
  if (page) return send(exchange, page)
  const { reply } = refused
  if (isOpen(doors, exchange.path)) reply.headers = { ...reply.headers, ...OPEN }
  send(exchange, reply)
}

function isOpen(doors: readonly Door[], path: string): boolean | undefined {
  for (const door of doors) {
    const isOpenThere = door.isOpen(path)
    if (isOpenThere !== undefined) return isOpenThere
  }
  return undefined
}
