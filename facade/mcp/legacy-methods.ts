import { lastSeq } from '../../storage/events/outbox.ts'
import { insertEndedSession } from '../../storage/mcp/ended-sessions.ts'
import { MINUTE } from '../../tools/core/durations.ts'
import { type Json, json } from '../../tools/core/json-encoding.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { lastEventId, retryIn } from '../http/streams/sse.ts'
import { capabilitiesJson, instructions } from './catalogue/instructions.ts'
import { askClient } from './client/ask-client.ts'
import { type ClientInput, InputRequired, isCapable, requireCapable } from './client/client-input.ts'
import { admitCaller, sessionNotFound } from './mcp-caller.ts'
import type { McpExchange, McpParts } from './mcp-methods.ts'
import { CLIENT_CAPABILITIES, issueSession, type McpSession, RANDOM_BYTES, readSession } from './mcp-sessions.ts'
import { runMethod } from './methods/run-method.ts'
import { followLogLevel, logLevelOf } from './methods/session-log-level.ts'
import { legacyEndFrame, legacyEventFrame, legacyOpeningFrame } from './streams/frames.ts'
import { INBOX_SCOPE } from './streams/inbox.ts'
import { createClientLog } from './streams/response-stream.ts'
import {
  emptyResponse,
  invalidParams,
  type JsonResponse,
  jsonResponse,
  RpcError,
  type RpcRequest,
  resultMessage,
} from './wire/json-rpc.ts'
import { isLegacyVersion, LEGACY_VERSIONS, RPC } from './wire/protocol-versions.ts'
import { headerOf } from './wire/request-meta.ts'
import { LEGACY_REVISIONS } from './wire/revisions/revisions.ts'

/** The session of a request; an unknown, foreign or expired one is 404. */
export function findMcpSession(
  { runtime, sessionKey }: McpParts,
  { exchange, caller }: McpExchange,
): McpSession | undefined {
  const id = headerOf(exchange.headers, 'mcp-session-id')
  if (id === undefined) return undefined
  const session = readSession(sessionKey, caller.token, id, runtime.clock())
  if (!session) throw sessionNotFound()
  return session
}

/** Handles a request of 2025-11-25 or earlier, in its session. */
export async function handleLegacy(parts: McpParts, visit: McpExchange, message: RpcRequest): Promise<JsonResponse> {
  const { session } = visit.caller
  if (!session) {
    throw new RpcError(RPC.invalidRequest, 'Send initialize first, and Mcp-Session-Id with every request after it', {
      status: 400,
    })
  }
  const { members, meta = '' } = await runWithInput(parts, visit, session, message)
  return resultResponse(message, meta === '' ? members : json`${members}${members === '' ? '' : ','}"_meta":{${meta}}`)
}

/** How often one call may ask its client. */
const ROUNDS = 8

const gaveUp = () => new RpcError(RPC.invalidRequest, 'The client did not answer what the call requires')

/** Runs a method, and asks the client on its stream for the input that it requires. */
async function runWithInput(parts: McpParts, visit: McpExchange, session: McpSession, message: RpcRequest) {
  const revision = LEGACY_REVISIONS[session.version]
  const { stream, yieldSlot, caller } = visit
  const log = createClientLog(stream, () => logLevelOf(parts, session))
  const canAsk = stream?.isAccepted && yieldSlot
  const supports: ClientInput['supports'] = capability =>
    Boolean(canAsk) && revision.clientRequests.has(capability) && session.capabilities.has(capability)
  let input: ClientInput = { supports, answers: {}, state: undefined }
  for (let round = 0; round <= ROUNDS; round++) {
    try {
      return await runMethod(parts, { ...visit, revision, input, log }, message)
    } catch (error) {
      if (!(error instanceof InputRequired)) throw error
      requireCapable(revision, input, error)
      if (!canAsk) throw error
      const asking = { session, agent_id: caller.token.agent_id, stream, yieldSlot }
      const answers = await askClient(parts.runtime, parts.channel, asking, error.requests)
      if (!answers && !error.isOptional) throw gaveUp()
      input = { supports, answers: answers ?? {}, state: error.state }
    }
  }
  throw new RpcError(RPC.invalidRequest, `The client was asked ${ROUNDS} times for input`)
}

const resultResponse = ({ id }: RpcRequest, members: Json, headers?: Record<string, string>): JsonResponse =>
  jsonResponse(200, resultMessage(id, json`{${members}}`), headers)

/** Opens a session; nothing of it is stored here. A version without sessions is negotiated down. */
export async function initialize(parts: McpParts, visit: McpExchange, message: RpcRequest): Promise<JsonResponse> {
  const { protocolVersion: requested, capabilities: declared } = message.params
  if (typeof requested !== 'string') throw invalidParams('protocolVersion must be a string')
  const { runtime, sessionKey, serverInfo } = parts
  const { session: _session, ...caller } = visit.caller
  const { token } = caller
  const { handle } = await admitCaller(runtime, caller)
  const version = isLegacyVersion(requested) ? requested : LEGACY_VERSIONS[0]
  const push = visit.catalogue.push || headerOf(visit.exchange.headers, 'mcp-push')?.toLowerCase() === 'true'
  const after = push ? await lastSeq(runtime.db, token.agent_id) : 0
  const capabilities = CLIENT_CAPABILITIES.filter(capability => isCapable(declared, capability))
  const opened = { version, push, capabilities, now: runtime.clock(), after, random: runtime.randomBytes(RANDOM_BYTES) }
  const members = [
    `"protocolVersion":"${version}"`,
    `"capabilities":${capabilitiesJson(LEGACY_REVISIONS[version])}`,
    `"serverInfo":${serverInfo.whole}`,
    `"instructions":${instructions(handle, visit.catalogue, token.scopes)}`,
  ]
  const id = issueSession(sessionKey, token, opened)
  return resultResponse(message, members.join(','), { 'Mcp-Session-Id': id })
}

/** A stream that opens this soon after its session starts with the events since the session was opened. */
const FIRST_STREAM_MS = MINUTE

/** The GET stream of a session that was opened with push (MCP-160). */
export async function openPushStream(parts: McpParts, visit: McpExchange): Promise<void> {
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
  streams.requireCapacity(token.agent_id)
  const seen = headerOf(headers, 'last-event-id')
  const isFirst = seen === undefined && runtime.clock() - session.opened_at.getTime() < FIRST_STREAM_MS
  const after = Math.min(last, isFirst ? session.after : (lastEventId(seen) ?? last))
  const level = await followLogLevel(parts, session, response)
  streams.open(response, request_id, {
    holder: token,
    session: session.digest,
    after,
    headers: limits.headers(),
    opening: legacyOpeningFrame(LEGACY_REVISIONS[session.version], after),
    event: event => legacyEventFrame(event, level()),
    ending: reason => legacyEndFrame(reason, level()),
    farewell: retryIn,
  })
}

/** DELETE: the session ends on every server. */
export async function endMcpSession(parts: McpParts, visit: McpExchange): Promise<JsonResponse> {
  const { session } = visit.caller
  await admitCaller(parts.runtime, visit.caller)
  if (!session) throw new RpcError(RPC.invalidRequest, 'Set Mcp-Session-Id to the session to end', { status: 400 })
  await insertEndedSession(parts.runtime.db, session.digest, session.expires_at)
  parts.streams.endSession(session.digest)
  return emptyResponse(204)
}
