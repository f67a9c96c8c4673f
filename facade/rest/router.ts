import createFinder, { type HTTPMethod } from 'find-my-way'
import { actionOf, countingDone } from '../../tools/admission/counted-action.ts'
import type { AgentActor, AnyoneActor, Runtime, SignedFacts } from '../../tools/kernel/context.ts'
import type { PublicTool, Tool } from '../../tools/kernel/define.ts'
import { type Answer, invoke, requireOpen } from '../../tools/kernel/invoke.ts'
import { BUCKETS } from '../../tools/kernel/limits.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { encodeLong, LONG_BODY_BYTES, writeJson } from '../../tools/kernel/turns/long-json.ts'
import { whenClosed } from '../../tools/kernel/turns/when-closed.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import { type Exchange, emptyReply, jsonReply, OPEN, type Reply } from '../http/exchange.ts'
import { AUI_PREFIX, requireInService, sunsetHeaders, v1Headers } from '../http/versioning.ts'
import { admitBearer, bearerToken } from './admit-bearer.ts'
import { admitSigned, claimedAgent, readEnvelope } from './admit-signed.ts'
import { atWireNames, isEnveloped, parseJsonObject, sentInput, toolInput } from './input.ts'
import type { Route } from './route.ts'
import { asTokenRefusal, requireNoForm } from './token-request.ts'

export interface Match {
  route: Route
  parameters: Record<string, string | undefined>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Finds the route of a request; its other methods where the path is known and the method is not. */
export function openRouter(routes: readonly Route[]) {
  const finder = createFinder({ caseSensitive: true, maxParamLength: 4096, onBadUrl: () => {} })
  for (const route of routes) {
    const path = route.path.startsWith('/api/') ? route.path : `${AUI_PREFIX}${route.path}`
    finder.on(route.method, path, () => {}, route)
  }
  const find = (method: string, path: string): Match | undefined => {
    const found = finder.find(method as HTTPMethod, path)
    return found?.store ? { route: found.store as Route, parameters: found.params } : undefined
  }
  return {
    find,
    allowed: (path: string): string[] => METHODS.filter(method => find(method, path)),
  }
}

/** Answers a matched request; refusals are thrown. */
export function serveRoute(runtime: Runtime, exchange: Exchange, match: Match, publicPath: string): Promise<Reply> {
  const served = serve(runtime, exchange, match, publicPath)
  return match.route.isTokenRoute ? served.catch(error => Promise.reject(asTokenRefusal(error))) : served
}

async function serve(runtime: Runtime, exchange: Exchange, match: Match, publicPath: string): Promise<Reply> {
  const { route, parameters } = match
  const { tool } = route
  const { limits, readBody } = exchange
  limits.judge()
  if (tool.audience === 'anyone') await countOpen(exchange, tool)
  const body = await readBody(route.bodyLimit)
  requireInService(route.sunset, runtime.clock())
  if (tool.audience === 'agent') claim(exchange, tool, body)
  return await runtime.turns.run(
    limits.turn,
    async () => {
      if (body.length > LONG_BODY_BYTES) await runtime.pace.step()
      return tool.audience === 'anyone'
        ? await serveOpen(runtime, exchange, match, body)
        : await serveAgent(runtime, exchange, { route, parameters, tool }, body, publicPath)
    },
    { held: body.length, bytes: reply => reply.body.length, whenGone: whenClosed(exchange.request.socket) },
  )
}

const countOpen = ({ limits }: Exchange, { limit }: PublicTool) =>
  limits.countAnonymous(limit && BUCKETS[limit].per === 'address' ? limit : undefined)

/** What the request will be proven by, before any work is done for it. */
function claim({ headers, limits }: Exchange, { scopes }: Tool, body: Buffer): void {
  const signed = headers['x-aui-signature'] as string | undefined
  const token = bearerToken(headers.authorization)
  const isBearer = token !== undefined && scopes !== null && signed === undefined
  const claimed = isBearer ? tokenDigest(token) : claimedAgent(body, signed)
  if (claimed !== undefined) limits.claim(claimed)
}

async function serveOpen(runtime: Runtime, exchange: Exchange, match: Match, body: Buffer): Promise<Reply> {
  const { route, parameters } = match
  if (route.isTokenRoute) requireNoForm(exchange.headers)
  const payload = route.method === 'GET' ? {} : parseJsonObject(body)
  const input = toolInput(route, payload, exchange.query, parameters)
  return await present(runtime, route, await run(runtime, exchange, route, { actor: { kind: 'anyone' }, input }))
}

async function serveAgent(
  runtime: Runtime,
  exchange: Exchange,
  match: Match & { tool: Tool },
  body: Buffer,
  publicPath: string,
): Promise<Reply> {
  const { route, parameters, tool } = match
  const { headers, query, limits: tally } = exchange
  const signed = headers['x-aui-signature'] as string | undefined
  const token = bearerToken(headers.authorization)
  if (token !== undefined && tool.scopes !== null && signed === undefined && !isEnveloped(body)) {
    return await serveBearer(runtime, exchange, match, body, token)
  }
  const envelope = readEnvelope(body, signed)
  if (envelope instanceof Problem) {
    if (envelope.slug === 'aui-signature-missing' && token === undefined) await tally.countAnonymous()
    throw envelope
  }
  tally.claim(envelope.agent_id)
  const sent = (name: string) => sentInput(route, envelope.payload, query, name)
  const request = { method: exchange.method, path: publicPath, action: () => actionOf(tool, sent), tally }
  const { actor, payload, facts } = await admitSigned(runtime, tool, envelope, request)
  const extra = facts.sig_version === 1 ? v1Headers(runtime.installation.baseUrl) : {}
  const answered = await countingDone(runtime, actor, async () => {
    if (body.length > LONG_BODY_BYTES) await runtime.pace.step()
    const input = toolInput(route, payload, query, parameters)
    return await run(runtime, exchange, route, { actor, input, envelope: facts })
  })
  return await present(runtime, route, answered, extra)
}

/** A bare payload, for a token in place of an envelope (decisions S47). */
async function serveBearer(
  runtime: Runtime,
  exchange: Exchange,
  { route, parameters, tool }: Match & { tool: Tool },
  body: Buffer,
  token: string,
): Promise<Reply> {
  const { headers, query, limits: tally } = exchange
  const key = headers['idempotency-key']
  const sent = (name: string) => (name === 'idempotency_key' && key) || sentInput(route, body, query, name)
  const actor = await admitBearer(runtime, tool, token, { action: () => actionOf(tool, sent), tally })
  const answered = await countingDone(runtime, actor, async () => {
    if (tool.closed) await requireOpen(runtime, tool)
    const payload = body.length === 0 ? {} : parseJsonObject(body)
    const input = withKeyHeader(tool, toolInput(route, payload, query, parameters), key)
    return run(runtime, exchange, route, { actor, input })
  })
  return await present(runtime, route, answered)
}

/** Bearer requests may carry the key in a header; signed ones may not, it would be unsigned (decisions S9). */
function withKeyHeader(tool: Tool, input: Record<string, unknown>, header: string | string[] | undefined) {
  if (typeof header !== 'string' || !('idempotency_key' in tool.input.shape)) return input
  if ((input.idempotency_key ?? header) !== header) {
    throw new Problem('validation-error', 'Idempotency-Key and idempotency_key differ.', {
      errors: [{ pointer: '/idempotency_key', code: 'conflict', message: 'must equal the header Idempotency-Key' }],
    })
  }
  return { ...input, idempotency_key: header }
}

interface Ready {
  actor: AgentActor | AnyoneActor
  input: Record<string, unknown>
  envelope?: SignedFacts
}

async function run(runtime: Runtime, { request_id }: Exchange, route: Route, ready: Ready): Promise<Answer> {
  return await invoke(runtime, route.tool, { ...ready, request_id }).catch((error: unknown) => {
    throw atWireNames(route, ready.input, error)
  })
}

async function present(
  { installation, pace }: Runtime,
  route: Route,
  { output, is_replay }: Answer,
  extra: Record<string, string> = {},
): Promise<Reply> {
  const headers: Record<string, string> = { 'Cache-Control': route.cacheControl }
  if (is_replay) headers['Idempotent-Replay'] = 'true'
  if (route.isBootstrap) Object.assign(headers, OPEN)
  if (route.sunset) Object.assign(headers, sunsetHeaders(route.sunset, installation.baseUrl))
  Object.assign(headers, extra)
  if (route.status === 204) return emptyReply(204, headers)
  return jsonReply(route.status, await encodeLong(pace, await writeJson(pace, output)), headers)
}
