import { lastSeq } from '../../storage/events/outbox.ts'
import { HOUR } from '../../tools/kernel/durations.ts'
import { json } from '../../tools/kernel/turns/shared-json.ts'
import type { ToolResult } from './call-tool.ts'
import { admitCaller } from './caller.ts'
import { CAPABILITIES, instructions } from './catalogue/introduction.ts'
import { answerToolCall, invalidParams, type McpParts, type Method, SHARED_METHODS, type Visit } from './methods.ts'
import { listenFrames } from './streams/frames.ts'
import { INBOX_SCOPE, INBOX_URI } from './streams/inbox.ts'
import { type JsonReply, jsonAnswer } from './wire/http.ts'
import { META, MODERN_VERSION, RPC } from './wire/protocol.ts'
import { requireEnvelope } from './wire/request-meta.ts'
import {
  invalidMessage,
  isObject,
  type Params,
  type RequestId,
  RpcError,
  type RpcRequest,
  resultMessage,
} from './wire/rpc.ts'

const DISCOVER_TTL_MS = HOUR

const discover: Method = {
  ttlMs: DISCOVER_TTL_MS,
  run(_, { catalogue, caller }, __, { handle }) {
    const told = instructions(handle, catalogue, caller.token.scopes)
    return `"supportedVersions":["${MODERN_VERSION}"],"capabilities":${CAPABILITIES.modern},"instructions":${told}`
  },
}

const METHODS: ReadonlyMap<string, Method> = new Map([...SHARED_METHODS, ['server/discover', discover]])

/** Answers a request of 2026-07-28; `undefined` when it became a stream. */
export async function answerModern(parts: McpParts, visit: Visit, message: RpcRequest): Promise<JsonReply | undefined> {
  requireEnvelope(message, visit.exchange.headers)
  if (message.method === 'tools/call') {
    return answer(parts, message.id, await answerToolCall(parts, visit, message))
  }
  if (message.method === 'subscriptions/listen') {
    await listen(parts, visit, message)
    return undefined
  }
  const actor = await admitCaller(parts.runtime, visit.caller)
  const method = METHODS.get(message.method)
  if (!method) throw new RpcError(RPC.methodNotFound, 'Method not found', { status: 404 })
  const members = await method.run(parts, visit, message.params, actor)
  return answer(parts, message.id, { members, meta: '' }, method.ttlMs)
}

function answer({ serverInfo }: McpParts, id: RequestId, { members, meta }: ToolResult, ttlMs?: number): JsonReply {
  const cache = ttlMs === undefined ? '' : `"ttlMs":${ttlMs},"cacheScope":"private",`
  const _meta = `"_meta":{"${META.serverInfo}":${serverInfo}${meta && `,${meta}`}}`
  return jsonAnswer(200, resultMessage(id, json`{"resultType":"complete",${cache}${members},${_meta}}`))
}

/** The id is repeated on every notification of the stream. */
const LISTEN_ID_CHARACTERS = 128

async function listen(parts: McpParts, visit: Visit, { id, params }: RpcRequest): Promise<void> {
  const { runtime, streams, serverInfo } = parts
  const { token } = visit.caller
  const { response, request_id, limits } = visit.exchange
  // Ahead of admission: a suspension is seen by the one or brought by the log after the other.
  const after = await lastSeq(runtime.db, token.agent_id)
  await admitCaller(runtime, visit.caller)
  if (id.length > LISTEN_ID_CHARACTERS + '""'.length) {
    throw invalidMessage(`id has more than ${LISTEN_ID_CHARACTERS} characters`)
  }
  const isInboxAsked = asksForInbox(params) && token.scopes.includes(INBOX_SCOPE)
  streams.requireRoom(token.agent_id)
  const frames = listenFrames(id, isInboxAsked ? { resourceSubscriptions: [INBOX_URI] } : {}, serverInfo)
  streams.open(response, request_id, {
    holder: token,
    session: undefined,
    after,
    headers: limits.headers(),
    opening: frames.opening,
    event: () => (isInboxAsked ? frames.updated : ''),
    ending: () => frames.ending,
    farewell: () => frames.ending,
  })
}

/** Of all that a client can listen to, only the inbox ever changes. */
function asksForInbox({ notifications }: Params): boolean {
  if (!isObject(notifications)) throw invalidParams('notifications must be an object')
  const { resourceSubscriptions: uris = [] } = notifications
  if (!Array.isArray(uris)) throw invalidParams('resourceSubscriptions must be an array')
  return uris.includes(INBOX_URI)
}
