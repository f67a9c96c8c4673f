import { lastSeq } from '../../storage/events/outbox.ts'
import { insertEndedSession } from '../../storage/mcp/ended-sessions.ts'
import { MINUTE } from '../../tools/core/durations.ts'
import { type Json, json } from '../../tools/core/json-encoding.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { lastEventId, retryIn } from '../http/streams/sse.ts'
import { CAPABILITIES, instructions } from './catalogue/instructions.ts'
import { admitCaller, sessionNotFound } from './mcp-caller.ts'
import {
  handleToolCall,
  invalidParams,
  type McpMethod,
  type McpParts,
  type McpRequest,
  requireInbox,
  SHARED_METHODS,
} from './mcp-methods.ts'
import { issueSession, type McpSession, RANDOM_BYTES, readSession } from './mcp-sessions.ts'
import { legacyEndFrame, legacyEventFrame, legacyOpeningFrame } from './streams/frames.ts'
import { INBOX_SCOPE } from './streams/inbox-resource.ts'
import { RpcError, type RpcRequest, resultMessage } from './wire/json-rpc.ts'
import { emptyResponse, headerOf, type JsonResponse, jsonResponse } from './wire/mcp-http.ts'
import { isLegacyVersion, LEGACY_VERSIONS, RPC } from './wire/protocol-versions.ts'

const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

const nothing: McpMethod = { run: () => '' }

const subscribe: McpMethod = {
  run(_, visit, params) {
    requireInbox(visit, params)
    if (visit.caller.session?.push) return ''
    throw new RpcError(
      RPC.invalidRequest,
      'This session has no push: initialize a new one at /mcp/push, or with header MCP-Push: true',
    )
  },
}

/** Levels have no effect: everything that is pushed has the same level, and sessions have no state. */
const setLevel: McpMethod = {
  run(_, __, { level }) {
    if (!LOG_LEVELS.includes(level as string)) throw invalidParams(`level must be one of ${LOG_LEVELS.join(', ')}`)
    return ''
  },
}

const METHODS: ReadonlyMap<string, McpMethod> = new Map([
  ...SHARED_METHODS,
  ['ping', nothing],
  ['resources/subscribe', subscribe],
  ['resources/unsubscribe', nothing],
  ['logging/setLevel', setLevel],
])

/** The session of a request; an unknown, foreign or expired one is 404. */
export function findMcpSession(
  { runtime, sessionKey }: McpParts,
  { exchange, caller }: McpRequest,
): McpSession | undefined {
  const id = headerOf(exchange.headers, 'mcp-session-id')
  if (id === undefined) return undefined
  const session = readSession(sessionKey, caller.token, id, runtime.clock())
  if (!session) throw sessionNotFound()
  return session
}

/** Handles a request of 2025-11-25 or earlier, in its session. */
export async function handleLegacy(parts: McpParts, visit: McpRequest, message: RpcRequest): Promise<JsonResponse> {
  if (!visit.caller.session) {
    throw new RpcError(RPC.invalidRequest, 'Send initialize first, and Mcp-Session-Id with every request after it', {
      status: 400,
    })
  }
  if (message.method === 'tools/call') {
    const { members, meta } = await handleToolCall(parts, visit, message)
    return answer(message, meta === '' ? members : json`${members},"_meta":{${meta}}`)
  }
  const actor = await admitCaller(parts.runtime, visit.caller)
  const method = METHODS.get(message.method)
  if (!method) throw new RpcError(RPC.methodNotFound, 'Method not found')
  return answer(message, await method.run(parts, visit, message.params, actor))
}

const answer = ({ id }: RpcRequest, members: Json, headers?: Record<string, string>): JsonResponse =>
  jsonResponse(200, resultMessage(id, json`{${members}}`), headers)

/** Opens a session; nothing of it is stored here. A version without sessions is negotiated down. */
export async function initialize(parts: McpParts, visit: McpRequest, message: RpcRequest): Promise<JsonResponse> {
  const { protocolVersion: asked } = message.params
  if (typeof asked !== 'string') throw invalidParams('protocolVersion must be a string')
  const { runtime, sessionKey, serverInfo } = parts
  const { session: _session, ...caller } = visit.caller
  const { token } = caller
  const { handle } = await admitCaller(runtime, caller)
  const version = isLegacyVersion(asked) ? asked : LEGACY_VERSIONS[0]
  const push = visit.catalogue.push || headerOf(visit.exchange.headers, 'mcp-push')?.toLowerCase() === 'true'
  const after = push ? await lastSeq(runtime.db, token.agent_id) : 0
  const opened = { version, push, now: runtime.clock(), after, random: runtime.randomBytes(RANDOM_BYTES) }
  const members = [
    `"protocolVersion":"${version}"`,
    `"capabilities":${CAPABILITIES.legacy}`,
    `"serverInfo":${serverInfo}`,
    `"instructions":${instructions(handle, visit.catalogue, token.scopes)}`,
  ]
  const id = issueSession(sessionKey, token, opened)
  return answer(message, members.join(','), { 'Mcp-Session-Id': id })
}

/** A stream that opens this soon after its session starts with the events since the session was opened. */
const FIRST_STREAM_MS = MINUTE

/** The GET stream of a session that was opened with push (MCP-160). */
export async function openPushStream(parts: McpParts, visit: McpRequest): Promise<void> {
  const { runtime, streams } = parts
  const { token, session } = visit.caller
  const { response, request_id, headers, limits } = visit.exchange
  // Before admission: a suspension is then either seen by it or delivered by the log afterwards.
  const last = await lastSeq(runtime.db, token.agent_id)
  await admitCaller(runtime, visit.caller)
  if (!session?.push) {
    throw new Problem(
      'method-not-allowed',
      'Only sessions opened at /mcp/push, or with the header MCP-Push: true, have a stream.',
      {
        allow: 'POST, DELETE',
      },
    )
  }
  if (!token.scopes.includes(INBOX_SCOPE)) {
    throw new Problem('insufficient-scope', 'The access token does not have the scope that events require.', {
      required_scope: INBOX_SCOPE,
    })
  }
  streams.requireRoom(token.agent_id)
  const seen = headerOf(headers, 'last-event-id')
  const isFirst = seen === undefined && runtime.clock() - session.opened_at.getTime() < FIRST_STREAM_MS
  const after = Math.min(last, isFirst ? session.after : (lastEventId(seen) ?? last))
  streams.open(response, request_id, {
    holder: token,
    session: session.digest,
    after,
    headers: limits.headers(),
    opening: legacyOpeningFrame(session.version, after),
    event: legacyEventFrame,
    ending: legacyEndFrame,
    farewell: retryIn,
  })
}

/** DELETE: the session ends on every server. */
export async function endMcpSession(parts: McpParts, visit: McpRequest): Promise<JsonResponse> {
  const { session } = visit.caller
  await admitCaller(parts.runtime, visit.caller)
  if (!session) throw new RpcError(RPC.invalidRequest, 'Set Mcp-Session-Id to the session to end', { status: 400 })
  await insertEndedSession(parts.runtime.db, session.digest, session.expires_at)
  parts.streams.endSession(session.digest)
  return emptyResponse(204)
}
