import { lastSeq } from '../../storage/events/outbox.ts'
import { json } from '../../tools/core/json-encoding.ts'
import {
  type ClientInput,
  InputRequired,
  isCapable,
  messageOf,
  readAnswers,
  requireCapable,
} from './client/client-input.ts'
import { openState, type StateOf, sealState } from './client/request-state.ts'
import { admitCaller } from './mcp-caller.ts'
import type { McpExchange, McpParts, MethodResult } from './mcp-methods.ts'
import { missingExtension } from './mcp-tasks.ts'
import { runMethod } from './methods/run-method.ts'
import { listenFrames } from './streams/frames.ts'
import { INBOX_SCOPE, INBOX_URI } from './streams/inbox.ts'
import { createClientLog } from './streams/response-stream.ts'
import {
  invalidMessage,
  invalidParams,
  isObject,
  type JsonResponse,
  jsonResponse,
  type Params,
  type RequestId,
  type RpcRequest,
  resultMessage,
} from './wire/json-rpc.ts'
import { isLogLevel, LOG_LEVELS, type LogLevel } from './wire/log-levels.ts'
import { META, TASKS_EXTENSION } from './wire/protocol-versions.ts'
import { isDeclared, metaOf, requireEnvelope } from './wire/request-meta.ts'
import { MODERN_REVISION } from './wire/revisions/revisions.ts'

/** Handles a request of 2026-07-28; `undefined` if it became a stream. */
export async function handleModern(
  parts: McpParts,
  visit: McpExchange,
  message: RpcRequest,
): Promise<JsonResponse | undefined> {
  requireEnvelope(message, visit.exchange.headers)
  if (message.method === 'subscriptions/listen') {
    await listen(parts, visit, message)
    return undefined
  }
  const level = logLevelOf(message)
  const { now, of } = { now: parts.runtime.clock(), of: stateOf(visit, message) }
  const input = readInput(parts, message, of, now)
  const log = createClientLog(visit.stream, async () => level)
  try {
    const result = await runMethod(parts, { ...visit, revision: MODERN_REVISION, input, log }, message)
    return resultResponse(parts, message.id, result)
  } catch (error) {
    if (!(error instanceof InputRequired)) throw error
    requireCapable(MODERN_REVISION, input, error)
    return resultResponse(parts, message.id, inputRequired(parts, error, of, now))
  }
}

const stateOf = ({ caller }: McpExchange, { method, params }: RpcRequest): StateOf => ({
  holder: caller.token,
  method,
  params,
})

function logLevelOf(message: RpcRequest): LogLevel | undefined {
  const level = metaOf(message)[META.logLevel]
  if (level === undefined || isLogLevel(level)) return level
  throw invalidParams(`${META.logLevel} must be one of ${LOG_LEVELS.join(', ')}`)
}

/** What a repeated request brings along. */
function readInput({ sessionKey }: McpParts, message: RpcRequest, of: StateOf, now: number): ClientInput {
  const declared = metaOf(message)[META.clientCapabilities]
  const supports: ClientInput['supports'] = capability =>
    MODERN_REVISION.clientRequests.has(capability) && isCapable(declared, capability)
  if (!MODERN_REVISION.inputRequiredBy.has(message.method)) return { supports, answers: {}, state: undefined }
  const { inputResponses, requestState } = message.params
  if (inputResponses !== undefined && !isObject(inputResponses)) throw invalidParams('inputResponses must be an object')
  const state = requestState === undefined ? undefined : openState(sessionKey, of, requestState, now)
  return { supports, answers: inputResponses ? readAnswers(inputResponses) : {}, state }
}

function inputRequired({ sessionKey }: McpParts, { requests, state }: InputRequired, of: StateOf, now: number) {
  const inputRequests = Object.fromEntries(Object.entries(requests).map(([key, one]) => [key, messageOf(one)]))
  const requestState = sealState(sessionKey, of, state, now)
  return { members: JSON.stringify({ inputRequests, requestState }).slice(1, -1), type: 'input_required' } as const
}

function resultResponse(
  { serverInfo }: McpParts,
  id: RequestId,
  { members, type = 'complete', meta = '', ttlMs }: MethodResult,
): JsonResponse {
  const cache = ttlMs === undefined ? '' : `"ttlMs":${ttlMs},"cacheScope":"private",`
  const _meta = `"_meta":{"${META.serverInfo}":${serverInfo.short}${meta && `,${meta}`}}`
  const body = members === '' ? '' : json`${members},`
  return jsonResponse(200, resultMessage(id, json`{"resultType":"${type}",${cache}${body}${_meta}}`))
}

/** The id is repeated in every notification of the stream. */
const LISTEN_ID_CHARACTERS = 128

async function listen(parts: McpParts, visit: McpExchange, { id, params }: RpcRequest): Promise<void> {
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
  const wantsInbox = asksForInbox(params) && token.scopes.includes(INBOX_SCOPE)
  streams.requireCapacity(token.agent_id)
  const frames = listenFrames(id, wantsInbox ? { resourceSubscriptions: [INBOX_URI] } : {}, serverInfo.short)
  streams.open(response, request_id, {
    holder: token,
    session: undefined,
    after,
    headers: limits.headers(),
    opening: frames.opening,
    event: () => (wantsInbox ? frames.updated : ''),
    ending: () => frames.ending,
    farewell: () => frames.ending,
  })
}

/**
 * Subscribing to tasks requires the extension; no notifications about them are sent, clients poll instead (MCP-229).
 */
function requireKnownExtension(params: Params): void {
  const { notifications } = params
  const namesTasks = isObject(notifications) && notifications.taskIds !== undefined
  if (namesTasks && !isDeclared({ params }, TASKS_EXTENSION)) throw missingExtension()
}

/** Of everything a client can subscribe to, only the inbox changes. */
function asksForInbox({ notifications }: Params): boolean {
  if (!isObject(notifications)) throw invalidParams('notifications must be an object')
  const { resourceSubscriptions: uris = [] } = notifications
  if (!Array.isArray(uris)) throw invalidParams('resourceSubscriptions must be an array')
  return uris.includes(INBOX_URI)
}
