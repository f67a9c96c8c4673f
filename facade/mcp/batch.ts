import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { type Json, json, sizeOf } from '../../tools/core/json-encoding.ts'
import { Problem, problemBody } from '../../tools/core/problems/problem.ts'
import { QUEUE_ERRORS } from '../../tools/core/problems/queue-errors.ts'
import { handleLegacy } from './legacy-methods.ts'
import { admitCaller } from './mcp-caller.ts'
import type { McpExchange, McpParts } from './mcp-methods.ts'
import {
  emptyResponse,
  errorMessage,
  invalidMessage,
  type JsonResponse,
  jsonResponse,
  type ParsedBody,
  RpcError,
  type RpcMessage,
  readMessage,
} from './wire/json-rpc.ts'
import { RPC } from './wire/protocol-versions.ts'
import { LEGACY_REVISIONS } from './wire/revisions/revisions.ts'

/** Handles a batch one message after the other, within the size limit of one response; only 2025-03-26 has batches. */
export async function handleBatch(
  parts: McpParts,
  visit: McpExchange,
  batch: readonly ParsedBody[],
): Promise<JsonResponse> {
  const { session } = visit.caller
  if (!session || !LEGACY_REVISIONS[session.version].hasBatches) {
    throw invalidMessage('this revision does not support batches')
  }
  const { limit } = RESOURCE_LIMITS.batch_calls
  if (batch.length === 0 || batch.length > limit) throw invalidMessage(`a batch must have 1 to ${limit} messages`)
  const answers: Json[] = []
  const messages = batch.map(readMessage)
  if (messages.every(({ kind }) => kind === 'notification' || kind === 'response')) {
    await admitCaller(parts.runtime, visit.caller)
    return emptyResponse(202)
  }
  let left: number = RESOURCE_LIMITS.mcp_bytes.limit
  for (const message of messages) {
    if (visit.isDisconnected()) throw QUEUE_ERRORS.disconnected()
    const text = await handleOne(
      parts,
      { ...visit, bytes: left, yieldSlot: undefined, stream: undefined },
      message,
      answers.length === 0,
    )
    if (text === undefined) continue
    answers.push(text)
    left -= sizeOf(text)
  }
  return jsonResponse(200, json`[${answers.reduce((all, one) => json`${all},${one}`)}]`)
}

/** An error of the transport rejects the whole batch as long as no message of it has a response. */
async function handleOne(
  parts: McpParts,
  visit: McpExchange,
  message: RpcMessage,
  isFirst: boolean,
): Promise<Json | undefined> {
  if (message.kind === 'invalid') return errorMessage(message.id, invalidMessage(message.reason))
  if (message.kind !== 'request') return undefined
  try {
    return (await handleLegacy(parts, visit, message)).body
  } catch (error) {
    if (error instanceof RpcError && !(isFirst && error.code === RPC.sessionNotFound)) {
      return errorMessage(message.id, error)
    }
    if (isFirst || !(error instanceof Problem)) throw error
    const { path, request_id } = visit.exchange
    const { baseUrl } = parts.runtime.installation
    const data = problemBody(error, { baseUrl, instance: path, requestId: request_id })
    return errorMessage(message.id, new RpcError(RPC.internalError, error.message, { data }))
  }
}
