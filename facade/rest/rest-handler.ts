import createFinder, { type HTTPMethod } from 'find-my-way'
import type { YieldSlot } from '../../concurrency/scheduler.ts'
import { callKindOf } from '../../concurrency/scheduler.ts'
import type { Runtime } from '../../tools/core/context.ts'
import type { PublicTool } from '../../tools/core/define-tool.ts'
import { type InvocationResult, invoke } from '../../tools/core/invoke-tool.ts'
import { encodeJson, LONG_BODY_BYTES } from '../../tools/core/json-encoding.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { LIMITS } from '../../tools/core/rate-limits.ts'
import { JsonReading } from '../../tools/core/text/canonical-json.ts'
import { digest16 } from '../../tools/core/text/digest.ts'
import { execute } from '../../tools/execute.ts'
import { keyedDigest } from '../http/client-address.ts'
import { wantsCsv } from '../http/csv.ts'
import { createEntities, entityReply } from '../http/entity.ts'
import { ANY_ORIGIN, emptyReply, type HttpExchange, type HttpReply, jsonReply, onDisconnect } from '../http/exchange.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { preflight } from '../http/security/cors-preflight.ts'
import type { Streams } from '../http/streams/streams.ts'
import { slashHint, withoutTrailingSlash } from '../http/trailing-slash.ts'
import { requireVersionServed, sunsetHeaders, v1Headers } from '../http/versioning.ts'
import { archiveReply } from './archive-reply.ts'
import { authenticate, claimIdentity, credentialsOf, type RestRequest } from './authenticate-agent.ts'
import { replyIfChanged } from './conditional-get.ts'
import { csvReply } from './csv-reply.ts'
import { openEventStream } from './event-stream.ts'
import { fullPath, type Route, servedAt } from './route.ts'
import { requireNoForm } from './token-request.ts'
import { readBare, readInput, toWireNames } from './tool-input.ts'
import { readUrlencodedForm } from './urlencoded-form.ts'

/** What every route is served with, made once. */
export interface RestDeps {
  runtime: Runtime
  streams: Streams
}

export interface RouteMatch {
  route: Route
  parameters: Record<string, string | undefined>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Finds the route of a request; its other methods where the path is known and the method is not. */
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

/** Handles all routes; `publicPrefix` precedes the paths that clients sign. */
export function createRestHandler(deps: RestDeps, routes: readonly Route[], publicPrefix: string): RequestHandler {
  const router = createRouteFinder(routes)
  const documents = createEntities()
  const asEntity = ({ headers }: HttpExchange, reply: HttpReply) =>
    entityReply(headers, documents.entityOf(reply.body), reply)

  function serve(exchange: HttpExchange, match: RouteMatch): Promise<HttpReply | undefined> {
    const { route } = match
    enter(exchange, route)
    const replying = dispatch(deps, exchange, match, publicPrefix === '' ? exchange.path : publicPrefix + exchange.path)
    return route.isDocument ? replying.then(reply => reply && asEntity(exchange, reply)) : replying
  }

  /** A known path with an unsupported method. */
  async function serveOther(exchange: HttpExchange, allowed: string[]): Promise<HttpReply | undefined> {
    const { path, limits } = exchange
    const { route } = router.find(allowed[0]!, path)!
    enter(exchange, route)
    const read = router.find('GET', path)
    const reply = preflight(exchange, allowed, {
      isBootstrap: read?.route.isBootstrap === true,
      isOAuth: route.isOAuth,
    })
    if (!reply) return await serve(exchange, read!)
    await limits.countAnonymous()
    return reply
  }

  /** A route with a trailing slash (HTTP-66). */
  function refuseSlash(exchange: HttpExchange): Promise<never> | undefined {
    const bare = withoutTrailingSlash(exchange.path)
    const [allowed] = bare === undefined ? [] : router.allowed(bare)
    if (bare === undefined || allowed === undefined) return undefined
    const { route } = router.find(allowed, bare)!
    return refuse(exchange, fullPath(route))
  }

  async function refuse(exchange: HttpExchange, path: string): Promise<never> {
    exchange.route = 'documents'
    await exchange.limits.countAnonymous()
    throw new Problem('not-found', 'There is nothing at this path.', { hint: slashHint(path) })
  }

  return {
    tryHandle(exchange) {
      const match = router.find(exchange.method, exchange.path)
      if (match) return serve(exchange, match)
      const allowed = router.allowed(exchange.path)
      return allowed.length === 0 ? refuseSlash(exchange) : serveOther(exchange, allowed)
    },
    allowsAnyOrigin(path) {
      const routes = router.allowed(path).map(method => router.find(method, path)!.route)
      return routes.length > 0 ? routes.some(({ isBootstrap, isOAuth }) => isBootstrap || isOAuth) : undefined
    },
  }
}

function enter(exchange: HttpExchange, { path, isOAuth, isTokenRoute }: Route): void {
  exchange.route = path
  exchange.isOAuth = isOAuth
  exchange.isTokenRoute = isTokenRoute
}

/** Answers a matched request; refusals are thrown. `undefined`: it became a stream. */
async function dispatch(
  deps: RestDeps,
  exchange: HttpExchange,
  match: RouteMatch,
  publicPath: string,
): Promise<HttpReply | undefined> {
  const { runtime } = deps
  const { route, parameters } = match
  const { tool } = route
  const { limits } = exchange
  const judging = limits.checkFailures()
  if (judging) await judging
  if (tool.audience === 'anyone') await countOpen(exchange, tool)
  const reading = exchange.readBody(route.bodyLimit)
  const body = reading instanceof Promise ? await reading : reading
  requireVersionServed(route.sunset, runtime.clock())
  const visit =
    tool.audience === 'agent'
      ? { exchange, route, tool, parameters, body, publicPath, ...credentialsOf(exchange, tool) }
      : undefined
  const claiming = visit && claimIdentity(visit)
  if (claiming) await claiming
  const serve = (yieldSlot: YieldSlot) =>
    visit ? serveAgent(deps, visit, yieldSlot) : serveOpen(runtime, exchange, match, body)
  const isLong = body.length > LONG_BODY_BYTES
  return await runtime.scheduler.run(
    limits.schedule,
    isLong ? yieldSlot => runtime.slicer.nextSlice().then(() => serve(yieldSlot)) : serve,
    {
      kind: exchange.search === '' ? 'call' : callKindOf(Number(exchange.query.get('limit'))),
      name: route.path,
      claimant: limits.claimant,
      held: body.length,
      bytes: bytesOf,
      onDisconnect: onDisconnect(exchange.request.socket),
    },
  )
}

const bytesOf = (reply: HttpReply | undefined) => reply?.body.length ?? 0

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
  const payload = route.takesForm ? { values: readUrlencodedForm(headers, body) } : reading && readBare(reading)
  const { values: input, fault } = readInput(route, payload ?? { values: {} }, query, parameters)
  if (fault) throw fault
  const written = (name: string) => reading?.memberText(name)
  const call = { actor: { kind: 'anyone' }, input, request_id, written } as const
  const result = await invoke(runtime, route.tool, call).catch(error => {
    throw toWireNames(route, input, error)
  })
  return await present(runtime, route, result)
}

async function serveAgent(
  { runtime, streams }: RestDeps,
  visit: RestRequest,
  yieldSlot: YieldSlot,
): Promise<HttpReply | undefined> {
  const { exchange, route, tool } = visit
  const { request_id, limits } = exchange
  const { proof, envelope, input, written, attachment } = await authenticate(runtime, visit)
  const { admission, result, error } = await execute(runtime, tool, proof, {
    transport: 'rest',
    request_id,
    envelope,
    network: () => digest16('network', keyedDigest(runtime.secret, limits.address)),
    yieldSlot,
    written,
    attachment,
    input,
  })
  limits.settle(admission)
  if (!result) throw toWireNames(route, input.values, error)
  if (route.isStream) return await openEventStream({ runtime, streams }, visit, result, envelope !== undefined)
  if (route.isArchive) {
    const archive = result.output as { export_id: string; size_bytes: number }
    return archiveReply(runtime.slowDb, exchange.headers, archive, { 'Cache-Control': route.cacheControl })
  }
  const presenting = present(runtime, route, result, envelope?.sig_version === 1)
  const reply = presenting instanceof Promise ? await presenting : presenting
  if (route.csv !== undefined) return inMediaType(runtime, visit, { result: result, reply })
  return route.version ? replyIfChanged(exchange.headers, route.version(result.output), reply) : reply
}

/** In the one that `Accept` asks for. */
function inMediaType(
  { installation }: Runtime,
  { exchange: { headers, query }, route, publicPath }: RestRequest,
  { result, reply }: { result: InvocationResult; reply: HttpReply },
): HttpReply {
  const varying = { ...reply.headers, Vary: 'Accept' }
  if (!wantsCsv(headers.accept)) return { ...reply, headers: varying }
  const url = `${new URL(installation.baseUrl).origin}${publicPath}`
  const csv = csvReply(route, result.output, { url, query })
  return { ...reply, ...csv, headers: { ...varying, ...csv.headers } }
}

const PENDING = 202

function present(
  { installation, slicer }: Runtime,
  route: Route,
  { output, is_replay, is_existing, is_pending, is_long, is_dry_run }: InvocationResult,
  isV1 = false,
): HttpReply | Promise<HttpReply> {
  const headers: Record<string, string> = { 'Cache-Control': route.cacheControl }
  if (is_replay) headers['Idempotent-Replay'] = 'true'
  if (route.headers && !is_dry_run) Object.assign(headers, route.headers(output))
  if (route.isBootstrap || route.isOAuth) Object.assign(headers, ANY_ORIGIN)
  if (route.sunset) Object.assign(headers, sunsetHeaders(route.sunset, installation.baseUrl))
  if (isV1) Object.assign(headers, v1Headers(installation.baseUrl))
  if (route.status === 204 && !is_dry_run) return emptyReply(204, headers)
  const done = is_pending ? PENDING : is_existing ? (route.existing ?? route.status) : route.status
  const isWhole = is_dry_run || route.only === undefined
  const body = encodeJson(slicer, isWhole ? output : (output[route.only!] as object), is_long)
  const status = is_dry_run ? 200 : done
  return body instanceof Promise
    ? body.then(bytes => jsonReply(status, bytes, headers))
    : jsonReply(status, body, headers)
}
