import type { ServerResponse } from 'node:http'
import type { Runtime } from '../../tools/kernel/context.ts'
import type { Tool } from '../../tools/kernel/define.ts'
import { isFailedProof, Problem } from '../../tools/kernel/problems/problems.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import { BUDGETS } from '../../tools/kernel/turns/budgets.ts'
import { encodeLong, LONG_BODY_BYTES } from '../../tools/kernel/turns/long-json.ts'
import { whenClosed } from '../../tools/kernel/turns/when-closed.ts'
import { answerBatch } from './batch.ts'
import { admitCaller, claimToken, requireToken } from './caller.ts'
import { openCatalogues } from './catalogue/catalogue.ts'
import { answerLegacy, endSession, findSession, initialize, openPush } from './legacy.ts'
import type { McpParts, Visit } from './methods.ts'
import { answerModern } from './modern.ts'
import { sessionKey } from './sessions.ts'
import { type EventLog, openStreams } from './streams/streams.ts'
import { openGuard } from './wire/guard.ts'
import { ACCEPTED, type HttpAnswer, headerOf, jsonAnswer, type McpRequest, problemAnswer, send } from './wire/http.ts'
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
  outbox: EventLog
  /** Names that requests may ask for in `Host`; ports are not compared. */
  allowedHosts: readonly string[]
  /** Origins of pages that may call, beside the host's own. */
  allowedOrigins: readonly string[]
  /** What the server calls its version. */
  version?: string
  /** As many as there are descriptors for. */
  maxStreams: number
  maxStreamsPerAgent?: number
}

export interface McpEndpoint {
  /** Answers, or opens a stream that stays open after the promise has settled. Does not reject. */
  handle(request: McpRequest, response: ServerResponse): Promise<void>
  /** For the end of the process: ends all streams, telling clients when to come back, and refuses new ones. */
  closeStreams(): void
  streams(): number
}

const addressOf = ({ path }: McpRequest): string => path.replace(/\/$/, '')

/** The MCP endpoint at `/mcp` and the smaller addresses below it, for the revisions with sessions and the one without (decisions S38). */
export function openMcpEndpoint(options: McpOptions): McpEndpoint {
  const { runtime, outbox, version = '1', maxStreams, maxStreamsPerAgent = BUDGETS.streams_of_agent.limit } = options
  const limits = { streams: maxStreams, streamsEach: maxStreamsPerAgent }
  const catalogues = openCatalogues(options.tools)
  const guard = openGuard(options.allowedHosts, options.allowedOrigins)
  const { name, baseUrl } = runtime.installation
  const streams = openStreams(runtime, outbox, limits)
  runtime.budgets.watch('streams', streams.count)
  const parts: McpParts = {
    runtime,
    log: outbox,
    streams,
    sessionKey: sessionKey(runtime.secret),
    serverInfo: JSON.stringify({ name: 'colloquy', title: name, version, websiteUrl: baseUrl }),
  }

  async function serve(request: McpRequest, response: ServerResponse): Promise<Encoded | undefined> {
    guard(request.headers)
    const catalogue = catalogues.get(addressOf(request))
    if (!catalogue) throw new Problem('not-found', 'There is no MCP endpoint at this path.')
    const { tally } = request
    const client = () => tally?.turn ?? ''
    tally?.judge()
    const { socket } = response.req
    const whenGone = whenClosed(socket)
    const { authorization } = request.headers
    claimToken(authorization, tally)
    const token = await runtime.turns.run(client(), () => requireToken(runtime, authorization), { whenGone })
    const caller = { token, ...(tally ? { tally } : {}) }
    const body = request.method === 'POST' ? await readJson(request) : NO_BODY
    const visit = { request, caller, catalogue, isGone: () => socket.destroyed }
    const work = async () => await encoded(runtime, await serveMethod(parts, visit, body, response))
    return await runtime.turns.run(client(), work, {
      held: body.length,
      bytes: answer => answer?.body.length ?? 0,
      whenGone,
    })
  }

  return {
    async handle(request, response) {
      const answer = await serve(request, response).catch(error => refuse(runtime, request, error))
      if (answer) send(response, request, answer)
    },
    closeStreams: streams.stop,
    streams: streams.count,
  }
}

type Encoded = HttpAnswer<string | Buffer>

const encoded = async ({ pace }: Runtime, answer: HttpAnswer | undefined): Promise<Encoded | undefined> =>
  answer && { ...answer, body: await encodeLong(pace, answer.body) }

async function serveMethod(
  parts: McpParts,
  visit: Visit,
  body: Buffer,
  response: ServerResponse,
): Promise<HttpAnswer | undefined> {
  switch (visit.request.method) {
    case 'POST':
      return await servePost(parts, visit, body, response)
    case 'GET':
      await openPush(parts, inSession(parts, visit), response)
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

async function servePost(
  parts: McpParts,
  visit: Visit,
  body: Buffer,
  response: ServerResponse,
): Promise<HttpAnswer | undefined> {
  if (body.length > LONG_BODY_BYTES) await parts.runtime.pace.step()
  const value = parseBody(body)
  if (Array.isArray(value)) return await answerBatch(parts, inSession(parts, visit), value)
  const message = readMessage(value)
  if (message.kind !== 'request') return await serveOther(parts, visit, message)
  try {
    return await serveRequest(parts, visit, message, response)
  } catch (error) {
    if (error instanceof RpcError) return jsonAnswer(error.status, errorMessage(message.id, error))
    throw error
  }
}

async function serveRequest(parts: McpParts, visit: Visit, message: RpcRequest, response: ServerResponse) {
  const { headers } = visit.request
  if (isModern(message, headers)) return await answerModern(parts, visit, message, response)
  if (message.method === 'initialize') return await initialize(parts, visit, message)
  requireKnownVersion(headers)
  return await answerLegacy(parts, inSession(parts, visit), message)
}

/** Notifications and responses need no answer; nothing here waits for one. */
async function serveOther(parts: McpParts, visit: Visit, message: Exclude<Message, RpcRequest>): Promise<HttpAnswer> {
  await admitCaller(parts.runtime, inSession(parts, visit).caller)
  if (message.kind !== 'invalid') return ACCEPTED
  return jsonAnswer(400, errorMessage(message.id, invalidMessage(message.reason)))
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** decisions G44 */
const BODY_BYTES = 768 * 1024
const NO_BODY = Buffer.alloc(0)

/** A missing type passes: some clients send none. */
async function readJson({ headers, readBody }: McpRequest): Promise<Buffer> {
  const type = headerOf(headers, 'content-type')
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw new Problem('unsupported-media-type', 'Send Content-Type: application/json.')
  }
  return await readBody(BODY_BYTES)
}

function refuse(runtime: Runtime, request: McpRequest, error: unknown): HttpAnswer {
  const { request_id, path, headers, tally } = request
  if (error instanceof RpcError) return jsonAnswer(error.status, errorMessage(undefined, error))
  const log = runtime.log.child({ request_id })
  const problem = toProblem(error, log)
  if (isFailedProof(problem)) tally?.failed()
  log.info({ ...tally?.who(), route: 'mcp', status: problem.status, problem: problem.slug }, 'refused')
  return problemAnswer(problem, {
    baseUrl: runtime.installation.baseUrl,
    instance: path,
    address: addressOf(request),
    requestId: request_id,
    hasToken: headers.authorization !== undefined,
  })
}
