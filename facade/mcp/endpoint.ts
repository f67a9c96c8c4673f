import { kindOf } from '../../concurrency/scheduler.ts'
import type { Runtime } from '../../tools/kernel/context.ts'
import type { Tool } from '../../tools/kernel/define.ts'
import { encodeLong, LONG_BODY_BYTES } from '../../tools/kernel/json-encoding.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import type { Door } from '../http/door.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { onDisconnect } from '../http/on-disconnect.ts'
import type { Streams } from '../http/streams/streams.ts'
import { slashHint, withoutTrailingSlash } from '../http/trailing-slash.ts'
import { answerBatch } from './batch.ts'
import type { CountMended } from './call-tool.ts'
import { admitCaller, claimToken, requireToken } from './caller.ts'
import { type Catalogue, openCatalogues } from './catalogue/catalogue.ts'
import { answerLegacy, endSession, findSession, initialize, openPush } from './legacy.ts'
import type { McpParts, Visit } from './methods.ts'
import { answerModern } from './modern.ts'
import { sessionKey } from './sessions.ts'
import { openProgress, type Progress } from './streams/progress.ts'
import { openGuard } from './wire/guard.ts'
import { emptyAnswer, headerOf, type JsonReply, jsonAnswer } from './wire/http.ts'
import { RPC } from './wire/protocol.ts'
import { isModern, requireKnownVersion } from './wire/request-meta.ts'
import {
  errorMessage,
  invalidMessage,
  type Message,
  parseBody,
  RpcError,
  type RpcRequest,
  readMessage,
} from './wire/rpc.ts'

export interface McpOptions {
  runtime: Runtime
  tools: readonly Tool[]
  streams: Streams
  countMended: CountMended
  /** Names that requests may ask for in `Host`; ports are not compared. */
  allowedHosts: readonly string[]
  /** Origins of pages that may call, beside the host's own. */
  allowedOrigins: readonly string[]
  /** What the server calls its version. */
  version?: string
}

const isBelowMcp = (path: string) => path === '/mcp' || path.startsWith('/mcp/')

/** The MCP endpoint at `/mcp` and the smaller addresses below it, for both eras (MCP-20 to MCP-22, MCP-129). */
export function openMcpEndpoint(options: McpOptions): Door {
  const { runtime, streams, countMended, version = '1' } = options
  const catalogues = openCatalogues(options.tools)
  const guard = openGuard(options.allowedHosts, options.allowedOrigins)
  const { name, baseUrl } = runtime.installation
  const parts: McpParts = {
    runtime,
    streams,
    countMended,
    sessionKey: sessionKey(runtime.secret),
    serverInfo: JSON.stringify({ name: 'colloquy', title: name, version, websiteUrl: baseUrl }),
  }

  async function answer(exchange: Exchange): Promise<Reply | undefined> {
    const { path, headers, limits } = exchange
    exchange.route = 'mcp'
    if (headers.authorization === undefined) await limits.countAnonymous()
    exchange.resource = path
    guard(headers)
    const catalogue = catalogues.get(path)
    if (!catalogue) throw noEndpoint(path)
    return await serve(parts, exchange, catalogue).catch(refuse)
  }

  const noEndpoint = (path: string) => {
    const bare = withoutTrailingSlash(path)
    const hint = bare !== undefined && catalogues.has(bare) ? { hint: slashHint(bare) } : {}
    return new Problem('not-found', 'There is no MCP endpoint at this path.', hint)
  }

  return {
    enter: exchange => (isBelowMcp(exchange.path) ? answer(exchange) : undefined),
    isOpen: path => (isBelowMcp(path) ? false : undefined),
  }
}

/** The token is found in a turn of its own: whose turn the rest is depends on it. */
async function serve(parts: McpParts, exchange: Exchange, catalogue: Catalogue): Promise<Reply | undefined> {
  const { runtime } = parts
  const { headers, limits, method } = exchange
  const { socket } = exchange.request
  await limits.judge()
  const whenClosed = onDisconnect(socket)
  const digest = await claimToken(headers.authorization, limits)
  const { claimant } = limits
  const token = await runtime.scheduler.run(limits.turn, () => requireToken(runtime, digest), {
    isPrelude: true,
    claimant,
    onDisconnect: whenClosed,
  })
  const body = method === 'POST' ? await readJson(exchange) : NO_BODY
  const progress = openProgress(exchange)
  const visit = { exchange, caller: { token, tally: limits }, catalogue, progress, isGone: () => socket.destroyed }
  return await runtime.scheduler.run(
    limits.turn,
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
async function toldFirst({ runtime }: McpParts, progress: Progress, run: () => Promise<JsonReply | undefined>) {
  const reply = await encoded(runtime, await run())
  if (!reply || !progress.hasBegun()) return reply
  progress.end(reply.body)
  return undefined
}

/** What a call is taken for before it is parsed: it says when the call begins, and no more. A batch is as large as many calls. */
function callOf(body: Buffer, route: string) {
  const head = body.toString('latin1', 0, LOOKED_AT)
  const limit = Number(/"limit\\?"\s*:\s*\\?"?(\d{1,4})/.exec(head)?.[1] ?? 0)
  return { kind: /^\s*\[/.test(head) ? ('batch' as const) : kindOf(limit), name: route }
}

const LOOKED_AT = 1_024

async function encoded({ slicer }: Runtime, reply: JsonReply | undefined): Promise<Reply | undefined> {
  if (!reply) return undefined
  return { ...reply, body: await encodeLong(slicer, reply.body) }
}

/** What MCP has an error for is its answer; the rest refuses the HTTP request (PROB-1). */
function refuse(error: unknown): Reply {
  if (error instanceof RpcError) return jsonAnswer(error.status, errorMessage(undefined, error))
  throw error
}

async function serveMethod(parts: McpParts, visit: Visit, body: Buffer): Promise<JsonReply | undefined> {
  switch (visit.exchange.method) {
    case 'POST':
      return await servePost(parts, visit, body)
    case 'GET':
      await openPush(parts, inSession(parts, visit))
      return undefined
    case 'DELETE':
      return await endSession(parts, inSession(parts, visit))
    default:
      throw new Problem('method-not-allowed', 'The MCP endpoint has no such method.', { allow: 'GET, POST, DELETE' })
  }
}

function inSession(parts: McpParts, visit: Visit): Visit {
  const session = findSession(parts, visit)
  return session ? { ...visit, caller: { ...visit.caller, session } } : visit
}

async function servePost(parts: McpParts, visit: Visit, body: Buffer): Promise<JsonReply | undefined> {
  if (body.length > LONG_BODY_BYTES) await parts.runtime.slicer.nextSlice()
  const received = parseBody(body)
  if (Array.isArray(received)) return await answerBatch(parts, inSession(parts, visit), received)
  const message = readMessage(received)
  if (message.kind !== 'request') return await serveOther(parts, visit, message)
  try {
    return await serveRequest(parts, visit, message)
  } catch (error) {
    if (error instanceof RpcError) return jsonAnswer(error.status, errorMessage(message.id, error))
    if (!visit.progress?.hasBegun()) throw error
    // The head of the answer is sent, so that no refusal of the request can be.
    parts.runtime.log.warn({ err: error }, 'a call failed that had told how it goes on')
    return jsonAnswer(200, errorMessage(message.id, new RpcError(RPC.internalError, 'Internal error')))
  }
}

async function serveRequest(parts: McpParts, visit: Visit, message: RpcRequest) {
  const { headers } = visit.exchange
  if (isModern(message, headers)) return await answerModern(parts, visit, message)
  if (message.method === 'initialize') return await initialize(parts, visit, message)
  requireKnownVersion(headers)
  return await answerLegacy(parts, inSession(parts, visit), message)
}

/** Notifications and responses need no answer; nothing here waits for one. */
async function serveOther(parts: McpParts, visit: Visit, message: Exclude<Message, RpcRequest>): Promise<JsonReply> {
  await admitCaller(parts.runtime, inSession(parts, visit).caller)
  if (message.kind !== 'invalid') return emptyAnswer(202)
  return jsonAnswer(400, errorMessage(message.id, invalidMessage(message.reason)))
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** HTTP-38 */
const BODY_BYTES = 768 * 1024
const NO_BODY = Buffer.alloc(0)

/** A missing type passes: some clients send none. */
async function readJson({ headers, readBody }: Exchange): Promise<Buffer> {
  const type = headerOf(headers, 'content-type')
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw new Problem('unsupported-media-type', 'Send Content-Type: application/json.')
  }
  return await readBody(BODY_BYTES)
}
