import { callKindOf } from '../../concurrency/scheduler.ts'
import type { Runtime } from '../../tools/core/context.ts'
import type { Tool } from '../../tools/core/define-tool.ts'
import { encodeLong, LONG_BODY_BYTES } from '../../tools/core/json-encoding.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { SERVER_CARD_PATHS } from '../http/discovery-links.ts'
import { type HttpExchange, type HttpReply, onDisconnect } from '../http/exchange.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import type { Streams } from '../http/streams/streams.ts'
import { slashHint, withoutTrailingSlash } from '../http/trailing-slash.ts'
import { handleBatch } from './batch.ts'
import type { CountCoerced } from './call-tool.ts'
import { type Catalogue, createCatalogues } from './catalogue/tool-catalogue.ts'
import { endMcpSession, findMcpSession, handleLegacy, initialize, openPushStream } from './legacy-methods.ts'
import { admitCaller, claimMcpToken, requireToken } from './mcp-caller.ts'
import type { McpParts, McpProgress, McpRequest } from './mcp-methods.ts'
import { sessionKey } from './mcp-sessions.ts'
import { handleModern } from './modern-methods.ts'
import type { ServedSkill } from './skills.ts'
import { createProgressStream, type ProgressStream } from './streams/progress-stream.ts'
import {
  errorMessage,
  invalidMessage,
  parseBody,
  RpcError,
  type RpcMessage,
  type RpcRequest,
  readMessage,
} from './wire/json-rpc.ts'
import { emptyResponse, headerOf, type JsonResponse, jsonResponse } from './wire/mcp-http.ts'
import { createOriginGuard } from './wire/origin-guard.ts'
import { RPC } from './wire/protocol-versions.ts'
import { isModern, requireKnownVersion } from './wire/request-meta.ts'

export interface McpOptions {
  runtime: Runtime
  tools: readonly Tool[]
  streams: Streams
  countCoerced: CountCoerced
  /** Called on the first use. */
  skills(): readonly ServedSkill[]
  /** Allowed names in `Host`, without ports. */
  allowedHosts: readonly string[]
  /** Origins of pages that may call, in addition to the host's own. */
  allowedOrigins: readonly string[]
  /** The server version to report. */
  version?: string
}

/** The MCP endpoint at `/mcp` and the smaller addresses below it, for both eras (MCP-20 to MCP-22, MCP-129). */
export function createMcpEndpoint(options: McpOptions): RequestHandler {
  const { runtime, streams, countCoerced, version = '1' } = options
  // Their schemas cost a sixth of a start: they are described once there is a client.
  let described: ReturnType<typeof createCatalogues> | undefined
  let skills: readonly ServedSkill[] | undefined
  const catalogues = () => (described ??= createCatalogues(options.tools))
  const guard = createOriginGuard(options.allowedHosts, options.allowedOrigins)
  const { name, baseUrl } = runtime.installation
  const parts: McpParts = {
    runtime,
    streams,
    countCoerced,
    sessionKey: sessionKey(runtime.secret),
    skills: () => (skills ??= options.skills()),
    serverInfo: JSON.stringify({ name: 'colloquy', title: name, version, websiteUrl: baseUrl }),
  }

  async function answer(exchange: HttpExchange): Promise<HttpReply | undefined> {
    const { path, headers, limits } = exchange
    exchange.route = 'mcp'
    if (headers.authorization === undefined) await limits.countAnonymous()
    exchange.resource = path
    guard(headers)
    const catalogue = catalogues().get(path)
    if (!catalogue) throw noEndpoint(path)
    return await serve(parts, exchange, catalogue).catch(refuse)
  }

  const noEndpoint = (path: string) => {
    const bare = withoutTrailingSlash(path)
    const hint = bare !== undefined && catalogues().has(bare) ? { hint: slashHint(bare) } : {}
    return new Problem('not-found', 'There is no MCP endpoint at this path.', hint)
  }

  return {
    prefix: '/mcp',
    tryHandle: exchange => (SERVER_CARD_PATHS.includes(exchange.path) ? undefined : answer(exchange)),
    allowsAnyOrigin: () => false,
  }
}

/** The token is looked up in a separate scheduled step, because the rest is scheduled by its agent. */
async function serve(parts: McpParts, exchange: HttpExchange, catalogue: Catalogue): Promise<HttpReply | undefined> {
  const { runtime } = parts
  const { headers, limits, method } = exchange
  const { socket } = exchange.request
  await limits.checkFailures()
  const whenClosed = onDisconnect(socket)
  const digest = await claimMcpToken(headers.authorization, limits)
  const { claimant } = limits
  const token = await runtime.scheduler.run(limits.schedule, () => requireToken(runtime, digest), {
    isPrelude: true,
    claimant,
    onDisconnect: whenClosed,
  })
  const body = method === 'POST' ? await readJson(exchange) : NO_BODY
  const progress = createProgress(exchange)
  const visit = { exchange, caller: { token, limits }, catalogue, progress, isGone: () => socket.destroyed }
  return await runtime.scheduler.run(
    limits.schedule,
    yieldSlot => toldFirst(parts, progress, () => serveMethod(parts, { ...visit, yieldSlot }, body)),
    {
      ...callOf(body, exchange.route),
      claimant,
      held: body.length,
      bytes: reply => reply?.body.length ?? 0,
      onDisconnect: whenClosed,
    },
  )
}

/** The answer; where something was told ahead of it, it ends the stream that this began. */
async function toldFirst({ runtime }: McpParts, progress: McpProgress, run: () => Promise<JsonResponse | undefined>) {
  const reply = await encoded(runtime, await run())
  if (!reply || !progress.hasBegun()) return reply
  progress.open().end(reply.body)
  return undefined
}

function createProgress(exchange: HttpExchange): McpProgress {
  let stream: ProgressStream | undefined
  return { open: () => (stream ??= createProgressStream(exchange)), hasBegun: () => stream?.hasBegun() ?? false }
}

/** What a call is taken for before it is parsed: it says when the call begins, and no more. A batch is as large as many calls. */
function callOf(body: Buffer, route: string) {
  const head = body.toString('latin1', 0, LOOKED_AT)
  const limit = Number(/"limit\\?"\s*:\s*\\?"?(\d{1,4})/.exec(head)?.[1] ?? 0)
  return { kind: /^\s*\[/.test(head) ? ('batch' as const) : callKindOf(limit), name: route }
}

const LOOKED_AT = 1_024

async function encoded({ slicer }: Runtime, reply: JsonResponse | undefined): Promise<HttpReply | undefined> {
  if (!reply) return undefined
  return { ...reply, body: await encodeLong(slicer, reply.body) }
}

/** Errors that MCP defines are JSON-RPC responses; all others reject the HTTP request (PROB-1). */
function refuse(error: unknown): HttpReply {
  if (error instanceof RpcError) return jsonResponse(error.status, errorMessage(undefined, error))
  throw error
}

async function serveMethod(parts: McpParts, visit: McpRequest, body: Buffer): Promise<JsonResponse | undefined> {
  switch (visit.exchange.method) {
    case 'POST':
      return await servePost(parts, visit, body)
    case 'GET':
      await openPushStream(parts, inSession(parts, visit))
      return undefined
    case 'DELETE':
      return await endMcpSession(parts, inSession(parts, visit))
    default:
      throw new Problem('method-not-allowed', 'The MCP endpoint does not support this method.', {
        allow: 'GET, POST, DELETE',
      })
  }
}

function inSession(parts: McpParts, visit: McpRequest): McpRequest {
  const session = findMcpSession(parts, visit)
  return session ? { ...visit, caller: { ...visit.caller, session } } : visit
}

async function servePost(parts: McpParts, visit: McpRequest, body: Buffer): Promise<JsonResponse | undefined> {
  if (body.length > LONG_BODY_BYTES) await parts.runtime.slicer.nextSlice()
  const received = parseBody(body)
  if (Array.isArray(received)) return await handleBatch(parts, inSession(parts, visit), received)
  const message = readMessage(received)
  if (message.kind !== 'request') return await serveOther(parts, visit, message)
  try {
    return await serveRequest(parts, visit, message)
  } catch (error) {
    if (error instanceof RpcError) return jsonResponse(error.status, errorMessage(message.id, error))
    if (!visit.progress?.hasBegun()) throw error
    // The headers were already sent, so the request can no longer be rejected.
    parts.runtime.log.warn({ err: error }, 'a call failed after it had reported progress')
    return jsonResponse(200, errorMessage(message.id, new RpcError(RPC.internalError, 'Internal error')))
  }
}

async function serveRequest(parts: McpParts, visit: McpRequest, message: RpcRequest) {
  const { headers } = visit.exchange
  if (isModern(message, headers)) return await handleModern(parts, visit, message)
  if (message.method === 'initialize') return await initialize(parts, visit, message)
  requireKnownVersion(headers)
  return await handleLegacy(parts, inSession(parts, visit), message)
}

/** Notifications and responses get no response; nothing here waits for one. */
async function serveOther(
  parts: McpParts,
  visit: McpRequest,
  message: Exclude<RpcMessage, RpcRequest>,
): Promise<JsonResponse> {
  await admitCaller(parts.runtime, inSession(parts, visit).caller)
  if (message.kind !== 'invalid') return emptyResponse(202)
  return jsonResponse(400, errorMessage(message.id, invalidMessage(message.reason)))
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** HTTP-38 */
const BODY_BYTES = 768 * 1024
const NO_BODY = Buffer.alloc(0)

/** A missing type is accepted: some clients send none. */
async function readJson({ headers, readBody }: HttpExchange): Promise<Buffer> {
  const type = headerOf(headers, 'content-type')
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw new Problem('unsupported-media-type', 'Send Content-Type: application/json.')
  }
  return await readBody(BODY_BYTES)
}
