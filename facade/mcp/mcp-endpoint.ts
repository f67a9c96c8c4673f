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
import type { CountCoerced } from './arguments/coercions.ts'
import { handleBatch } from './batch.ts'
import { createCatalogues } from './catalogue/tool-catalogue.ts'
import { passReply } from './client/ask-client.ts'
import { createSessionChannel } from './client/session-channel.ts'
import { createFeatures } from './features/features.ts'
import type { Guides } from './features/templates.ts'
import { endMcpSession, findMcpSession, handleLegacy, initialize, openPushStream } from './legacy-methods.ts'
import { admitCaller, claimMcpToken, requireToken } from './mcp-caller.ts'
import type { Catalogue, McpExchange, McpFeature, McpParts } from './mcp-methods.ts'
import { sessionKey } from './mcp-sessions.ts'
import { handleModern } from './modern-methods.ts'
import type { ServedSkill } from './served-skill.ts'
import { createResponseStream, type ResponseStream } from './streams/response-stream.ts'
import {
  emptyResponse,
  errorMessage,
  invalidMessage,
  type JsonResponse,
  jsonResponse,
  parseBody,
  RpcError,
  type RpcMessage,
  type RpcRequest,
  readMessage,
} from './wire/json-rpc.ts'
import { createOriginGuard } from './wire/origin-guard.ts'
import { RPC } from './wire/protocol-versions.ts'
import { headerOf, isModern, requireKnownVersion } from './wire/request-meta.ts'

export interface McpOptions {
  runtime: Runtime
  tools: readonly Tool[]
  streams: Streams
  countCoerced: CountCoerced
  /** Allowed names in `Host`, without ports. */
  allowedHosts: readonly string[]
  /** Origins of pages that may call, in addition to the host's own. */
  allowedOrigins: readonly string[]
  /** The server version to report. */
  version: string
  guides: Guides
  /** Called on the first use. */
  skills(): readonly ServedSkill[]
  /** Features of tests, each at an address of its own. */
  addedFeatures?: ReadonlyMap<string, McpFeature> | undefined
}

/** The MCP endpoint at `/mcp` and the smaller addresses below it, for both eras (MCP-20 to MCP-22, MCP-129). */
export function createMcpEndpoint(options: McpOptions): RequestHandler {
  const { runtime, streams, countCoerced, version, guides, addedFeatures } = options
  // Their schemas cost a sixth of a start: they are described once there is a client.
  let described: ReturnType<typeof createCatalogues> | undefined
  const catalogues = (): ReadonlyMap<string, Catalogue> => (described ??= createCatalogues(options.tools, features()))
  let rendered: readonly ServedSkill[] | undefined
  const skills = () => (rendered ??= options.skills())
  const all = () => catalogues().get('/mcp')!
  const features = () => createFeatures({ all, guides, skills: skills(), added: addedFeatures })
  const guard = createOriginGuard(options.allowedHosts, options.allowedOrigins)
  const { name, baseUrl } = runtime.installation
  const parts: McpParts = {
    runtime,
    streams,
    countCoerced,
    sessionKey: sessionKey(runtime.secret),
    channel: createSessionChannel(runtime),
    skills,
    serverInfo: describeServer(name, baseUrl, version),
  }

  async function handle(exchange: HttpExchange): Promise<HttpReply | undefined> {
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
    tryHandle: exchange => (SERVER_CARD_PATHS.includes(exchange.path) ? undefined : handle(exchange)),
    allowsAnyOrigin: () => false,
  }
}

/** The mark of the project, as the pages show it. */
const icons = (baseUrl: string) => [{ src: `${baseUrl}/assets/mark.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }]

function describeServer(title: string, baseUrl: string, version: string): McpParts['serverInfo'] {
  const short = { name: 'colloquy', title, version, websiteUrl: baseUrl }
  return { whole: JSON.stringify({ ...short, icons: icons(baseUrl) }), short: JSON.stringify(short) }
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
  const stream = createResponseStream(exchange)
  const visit = { exchange, caller: { token, limits }, catalogue, stream, isDisconnected: () => socket.destroyed }
  return await runtime.scheduler.run(
    limits.schedule,
    yieldSlot => endStream(parts, stream, () => serveMethod(parts, { ...visit, yieldSlot }, body)),
    {
      ...callOf(body, exchange.route),
      claimant,
      held: body.length,
      bytes: reply => reply?.body.length ?? 0,
      onDisconnect: whenClosed,
    },
  )
}

/** The answer; if something was sent ahead of it, it ends the stream. */
async function endStream({ runtime }: McpParts, stream: ResponseStream, run: () => Promise<JsonResponse | undefined>) {
  const reply = await encoded(runtime, await run())
  if (!reply || !stream.hasBegun()) return reply
  stream.end(reply.body)
  return undefined
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

async function serveMethod(parts: McpParts, visit: McpExchange, body: Buffer): Promise<JsonResponse | undefined> {
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

function inSession(parts: McpParts, visit: McpExchange): McpExchange {
  const session = findMcpSession(parts, visit)
  return session ? { ...visit, caller: { ...visit.caller, session } } : visit
}

async function servePost(parts: McpParts, visit: McpExchange, body: Buffer): Promise<JsonResponse | undefined> {
  if (body.length > LONG_BODY_BYTES) await parts.runtime.slicer.nextSlice()
  const received = parseBody(body)
  if (Array.isArray(received)) return await handleBatch(parts, inSession(parts, visit), received)
  const message = readMessage(received)
  if (message.kind !== 'request') return await serveOther(parts, visit, message)
  try {
    return await serveRequest(parts, visit, message)
  } catch (error) {
    if (error instanceof RpcError) return jsonResponse(error.status, errorMessage(message.id, error))
    if (!visit.stream?.hasBegun()) throw error
    // The headers were already sent, so the request can no longer be rejected.
    parts.runtime.log.warn({ err: error }, 'a call failed after its stream had begun')
    return jsonResponse(200, errorMessage(message.id, new RpcError(RPC.internalError, 'Internal error')))
  }
}

async function serveRequest(parts: McpParts, visit: McpExchange, message: RpcRequest) {
  const { headers } = visit.exchange
  if (isModern(message, headers)) return await handleModern(parts, visit, message)
  if (message.method === 'initialize') return await initialize(parts, visit, message)
  requireKnownVersion(headers)
  return await handleLegacy(parts, inSession(parts, visit), message)
}

/** Notifications and responses get no response; a response goes to the call that waits for it. */
async function serveOther(
  parts: McpParts,
  visit: McpExchange,
  message: Exclude<RpcMessage, RpcRequest>,
): Promise<JsonResponse> {
  const { caller } = inSession(parts, visit)
  await admitCaller(parts.runtime, caller)
  if (message.kind === 'response' && caller.session) await passReply(parts.channel, caller.session, message)
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
