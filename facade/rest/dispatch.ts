import createFinder, { type HTTPMethod } from 'find-my-way'
import type { YieldSlot } from '../../concurrency/scheduler.ts'
import { callKindOf } from '../../concurrency/scheduler.ts'
import type { Runtime } from '../../tools/core/context.ts'
import type { PublicTool } from '../../tools/core/define-tool.ts'
import { type InvocationResult, invoke } from '../../tools/core/invoke-tool.ts'
import { encodeJson, LONG_BODY_BYTES } from '../../tools/core/json-encoding.ts'
import { LIMITS } from '../../tools/core/rate-limits.ts'
import { JsonReading } from '../../tools/core/text/canonical-json.ts'
import { digest16 } from '../../tools/core/text/digest.ts'
import { execute } from '../../tools/execute.ts'
import { wantsCsv } from '../http/csv.ts'
import { ANY_ORIGIN, emptyReply, type HttpExchange, type HttpReply, jsonReply } from '../http/exchange.ts'
import { keyedDigest } from '../http/limits/address-counters.ts'
import { onDisconnect } from '../http/on-disconnect.ts'
import type { Streams } from '../http/streams/streams.ts'
import { requireVersionServed, sunsetHeaders, v1Headers } from '../http/versioning.ts'
import { authenticate } from './authenticate-agent.ts'
import { replyIfChanged } from './conditional-get.ts'
import { csvReply } from './csv-reply.ts'
import { openEventStream } from './event-stream.ts'
import { claimIdentity, credentialsOf, type RestRequest } from './rest-request.ts'
import { type Route, servedAt } from './route.ts'
import { requireNoForm } from './token-request.ts'
import { requireObject, toolInput, toWireNames } from './tool-input.ts'
import { readUrlencodedForm } from './urlencoded-form.ts'

/** Dependencies of all routes, created once. */
export interface RestDeps {
  runtime: Runtime
  streams: Streams
}

export interface RouteMatch {
  route: Route
  parameters: Record<string, string | undefined>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Finds the route of a request; its other methods if the path is known and the method is not. */
export function createRouteFinder(routes: readonly Route[]) {
  const finder = createFinder({ caseSensitive: true, maxParamLength: 4096, onBadUrl: () => {} })
  for (const route of routes) {
    finder.on(route.method, servedAt(route), () => {}, route)
  }
  const find = (method: string, path: string): RouteMatch | undefined => {
    const found = finder.find(method as HTTPMethod, path)
    return found?.store ? { route: found.store as Route, parameters: found.params } : undefined
  }
  return {
    find,
    allowed: (path: string): string[] => METHODS.filter(method => find(method, path)),
  }
}

/** Handles a matched request; errors are thrown. `undefined`: it became a stream. */
export async function dispatch(
  deps: RestDeps,
  exchange: HttpExchange,
  match: RouteMatch,
  publicPath: string,
): Promise<HttpReply | undefined> {
  const { runtime } = deps
  const { route, parameters } = match
  const { tool } = route
  const { limits, readBody } = exchange
  const judging = limits.checkFailures()
  if (judging) await judging
  if (tool.audience === 'anyone') await countOpen(exchange, tool)
  const body = await readBody(route.bodyLimit)
  requireVersionServed(route.sunset, runtime.clock())
  const visit =
    tool.audience === 'agent'
      ? { exchange, route, tool, parameters, body, publicPath, ...credentialsOf(exchange, tool) }
      : undefined
  const claiming = visit && claimIdentity(visit)
  if (claiming) await claiming
  const answer = (yieldSlot: YieldSlot) =>
    visit ? serveAgent(deps, visit, yieldSlot) : serveOpen(runtime, exchange, match, body)
  return await runtime.scheduler.run(
    limits.schedule,
    yieldSlot =>
      body.length > LONG_BODY_BYTES ? runtime.slicer.nextSlice().then(() => answer(yieldSlot)) : answer(yieldSlot),
    {
      kind: callKindOf(Number(exchange.query.get('limit'))),
      name: route.path,
      claimant: limits.claimant,
      held: body.length,
      bytes: reply => reply?.body.length ?? 0,
      onDisconnect: onDisconnect(exchange.request.socket),
    },
  )
}

const countOpen = ({ limits }: HttpExchange, { limit }: PublicTool) =>
  limits.countAnonymous(limit && LIMITS[limit].per === 'address' ? limit : undefined)

async function serveOpen(
  runtime: Runtime,
  exchange: HttpExchange,
  match: RouteMatch,
  body: Buffer,
): Promise<HttpReply> {
  const { route, parameters } = match
  const { headers, query, request_id } = exchange
  if (route.isTokenRoute && !route.takesForm) requireNoForm(headers)
  const reading = route.method === 'GET' || route.takesForm ? undefined : new JsonReading(body)
  const payload = route.takesForm ? readUrlencodedForm(headers, body) : reading ? requireObject(reading) : {}
  const input = toolInput(route, payload, query, parameters)
  const written = (name: string) => reading?.memberText(name)
  const call = { actor: { kind: 'anyone' }, input, request_id, written } as const
  const answer = await invoke(runtime, route.tool, call).catch(error => {
    throw toWireNames(route, input, error)
  })
  return await present(runtime, route, answer)
}

async function serveAgent(
  { runtime, streams }: RestDeps,
  visit: RestRequest,
  yieldSlot: YieldSlot,
): Promise<HttpReply | undefined> {
  const { exchange, route, tool, body } = visit
  const { request_id, limits } = exchange
  const { credential, envelope, sent, written, input } = await authenticate(runtime, visit)
  let given: Record<string, unknown> = {}
  let answer: InvocationResult
  try {
    answer = await execute(runtime, tool, credential, {
      transport: 'rest',
      tally: limits,
      request_id,
      envelope,
      network: () => digest16('network', keyedDigest(runtime.secret, limits.address)),
      size: body.length,
      yieldSlot,
      sent,
      written,
      input: () => (given = input()),
    })
  } catch (error) {
    throw toWireNames(route, given, error)
  }
  if (route.isStream) return await openEventStream({ runtime, streams }, visit, answer, envelope !== undefined)
  const reply = await present(runtime, route, answer, envelope?.sig_version === 1)
  if (route.csv !== undefined) return inMediaType(runtime, visit, { answer, reply })
  return route.version ? replyIfChanged(exchange.headers, route.version(answer.output), reply) : reply
}

/** In the format that `Accept` requests. */
function inMediaType(
  { installation }: Runtime,
  { exchange: { headers, query }, route, publicPath }: RestRequest,
  { answer, reply }: { answer: InvocationResult; reply: HttpReply },
): HttpReply {
  const varying = { ...reply.headers, Vary: 'Accept' }
  if (!wantsCsv(headers.accept)) return { ...reply, headers: varying }
  const url = `${new URL(installation.baseUrl).origin}${publicPath}`
  const csv = csvReply(route, answer.output, { url, query })
  return { ...reply, ...csv, headers: { ...varying, ...csv.headers } }
}

const PENDING = 202

function present(
  { installation, slicer }: Runtime,
  route: Route,
  { output, is_replay, is_existing, is_pending, is_long }: InvocationResult,
  isV1 = false,
): HttpReply | Promise<HttpReply> {
  const headers: Record<string, string> = { 'Cache-Control': route.cacheControl }
  if (is_replay) headers['Idempotent-Replay'] = 'true'
  if (route.isBootstrap || route.isOAuth) Object.assign(headers, ANY_ORIGIN)
  if (route.sunset) Object.assign(headers, sunsetHeaders(route.sunset, installation.baseUrl))
  if (isV1) Object.assign(headers, v1Headers(installation.baseUrl))
  if (route.status === 204) return emptyReply(204, headers)
  const status = is_pending ? PENDING : is_existing ? (route.existing ?? route.status) : route.status
  const body = encodeJson(slicer, route.only === undefined ? output : (output[route.only] as object), is_long)
  return body instanceof Promise
    ? body.then(bytes => jsonReply(status, bytes, headers))
    : jsonReply(status, body, headers)
}
