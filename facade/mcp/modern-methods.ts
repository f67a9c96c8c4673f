import { lastSeq } from '../../storage/events/outbox.ts'
import { HOUR } from '../../tools/core/durations.ts'
import { type Json, json } from '../../tools/core/json-encoding.ts'
import { CAPABILITIES, instructions } from './catalogue/instructions.ts'
import { admitCaller } from './mcp-caller.ts'
import {
  handleToolCall,
  invalidParams,
  type McpMethod,
  type McpParts,
  type McpRequest,
  SHARED_METHODS,
} from './mcp-methods.ts'
import { missingExtension, TASK_METHODS, taskHandleOf } from './mcp-tasks.ts'
import { SKILL_METHODS } from './skill-methods.ts'
import { listenFrames } from './streams/frames.ts'
import { INBOX_SCOPE, INBOX_URI } from './streams/inbox-resource.ts'
import {
  invalidMessage,
  isObject,
  methodNotFound,
  type Params,
  type RequestId,
  type RpcRequest,
  resultMessage,
} from './wire/json-rpc.ts'
import { type JsonResponse, jsonResponse } from './wire/mcp-http.ts'
import { META, MODERN_VERSION, TASKS_EXTENSION } from './wire/protocol-versions.ts'
import { isDeclared, requireEnvelope } from './wire/request-meta.ts'

const DISCOVER_TTL_MS = HOUR

const discover: McpMethod = {
  ttlMs: DISCOVER_TTL_MS,
  run(_, { catalogue, caller }, __, { handle }) {
    const reported = instructions(handle, catalogue, caller.token.scopes)
    return `"supportedVersions":["${MODERN_VERSION}"],"capabilities":${CAPABILITIES.modern},"instructions":${reported}`
  },
}

const METHODS: ReadonlyMap<string, McpMethod> = new Map([
  ...SHARED_METHODS,
  ...SKILL_METHODS,
  ['server/discover', discover],
])

/** Handles a request of 2026-07-28; `undefined` if it became a stream. */
export async function handleModern(
  parts: McpParts,
  visit: McpRequest,
  message: RpcRequest,
): Promise<JsonResponse | undefined> {
  requireEnvelope(message, visit.exchange.headers)
  if (message.method === 'tools/call') {
    const result = await handleToolCall(parts, visit, message)
    const handle = isDeclared(message, TASKS_EXTENSION) && (await taskHandleOf(parts, visit, message, result))
    return handle ? answer(parts, message.id, { members: handle, type: 'task' }) : answer(parts, message.id, result)
  }
  const taskMethod = TASK_METHODS.get(message.method)
  if (taskMethod) return answer(parts, message.id, { members: await taskMethod(parts, visit, message.params) })
  if (message.method === 'subscriptions/listen') {
    await listen(parts, visit, message)
    return undefined
  }
  const actor = await admitCaller(parts.runtime, visit.caller)
  const method = METHODS.get(message.method)
  if (!method) throw methodNotFound()
  const members = await method.run(parts, visit, message.params, actor)
  return answer(parts, message.id, { members, ttlMs: method.ttlMs })
}

interface Result {
  /** Without members, an empty result. */
  members: Json
  type?: 'complete' | 'task'
  meta?: string
  ttlMs?: number | undefined
}

function answer(
  { serverInfo }: McpParts,
  id: RequestId,
  { members, type = 'complete', meta = '', ttlMs }: Result,
): JsonResponse {
  const cache = ttlMs === undefined ? '' : `"ttlMs":${ttlMs},"cacheScope":"private",`
  const _meta = `"_meta":{"${META.serverInfo}":${serverInfo}${meta && `,${meta}`}}`
  const body = members === '' ? '' : json`${members},`
  return jsonResponse(200, resultMessage(id, json`{"resultType":"${type}",${cache}${body}${_meta}}`))
}

/** The id is repeated in every notification of the stream. */
const LISTEN_ID_CHARACTERS = 128

async function listen(parts: McpParts, visit: McpRequest, { id, params }: RpcRequest): Promise<void> {
  const { runtime, streams, serverInfo } = parts
  const { token } = visit.caller
  const { response, request_id, limits } = visit.exchange
  // Before admission: a suspension is then either seen by it or delivered by the log afterwards.
  const after = await lastSeq(runtime.db, token.agent_id)
  await admitCaller(runtime, visit.caller)
  if (id.length > LISTEN_ID_CHARACTERS + '""'.length) {
    throw invalidMessage(`id has more than ${LISTEN_ID_CHARACTERS} characters`)
  }
  requireKnownExtension(params)
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

/**
 * Subscribing to tasks requires the extension; no notifications about them are sent, clients poll instead (MCP-229).
 */
function requireKnownExtension(params: Params): void {
  const { notifications } = params
  const isTaskAsked = isObject(notifications) && notifications.taskIds !== undefined
  if (isTaskAsked && !isDeclared({ params }, TASKS_EXTENSION)) throw missingExtension()
}

/** Of everything a client can subscribe to, only the inbox changes. */
function asksForInbox({ notifications }: Params): boolean {
  if (!isObject(notifications)) throw invalidParams('notifications must be an object')
  const { resourceSubscriptions: uris = [] } = notifications
  if (!Array.isArray(uris)) throw invalidParams('resourceSubscriptions must be an array')
  return uris.includes(INBOX_URI)
}
