import { JsonReading } from '../../tools/core/text/canonical-json.ts'
import { type HttpReply, jsonReply } from '../http/exchange.ts'

/** Errors of JSON-RPC and of A2A 1.0 (5.4), by their reason. */
const CODES = {
  RATE_LIMITED: -32_000,
  TASK_NOT_FOUND: -32_001,
  TASK_NOT_CANCELABLE: -32_002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32_003,
  UNSUPPORTED_OPERATION: -32_004,
  CONTENT_TYPE_NOT_SUPPORTED: -32_005,
  VERSION_NOT_SUPPORTED: -32_009,
  INVALID_REQUEST: -32_600,
  METHOD_NOT_FOUND: -32_601,
  INVALID_PARAMS: -32_602,
  INTERNAL_ERROR: -32_603,
  PARSE_ERROR: -32_700,
} as const

export type ErrorReason = keyof typeof CODES

/** A refusal for an A2A client. */
export class A2aError extends Error {
  readonly reason: ErrorReason

  constructor(reason: ErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export type RpcId = string | number | null

export interface RpcCall {
  id: RpcId
  method: string
  params: Record<string, unknown>
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Notes the id of the call before anything else is judged, so that a refusal can name it. */
export function readCall(body: Buffer, noteId: (id: RpcId) => void): RpcCall {
  const read = new JsonReading(body, true).value()
  if (!read.ok && /^(not an object|duplicate key)/.test(read.reason)) throw invalidRequest()
  if (!read.ok) throw new A2aError('PARSE_ERROR', 'The body is not JSON.')
  const { jsonrpc, id, method, params = {} } = isRecord(read.value) ? read.value : {}
  if (typeof id !== 'string' && typeof id !== 'number') throw invalidRequest()
  noteId(id)
  if (jsonrpc !== '2.0' || typeof method !== 'string') throw invalidRequest()
  if (!isRecord(params)) throw new A2aError('INVALID_PARAMS', 'params must be an object.')
  return { id, method, params }
}

const invalidRequest = () => new A2aError('INVALID_REQUEST', 'Send one call of JSON-RPC 2.0, with an id and a method.')

export const resultReply = (id: RpcId, result: object): HttpReply =>
  jsonReply(200, JSON.stringify({ jsonrpc: '2.0', id, result }), {})

export function errorReply(id: RpcId, { reason, message }: A2aError, headers: Record<string, string> = {}): HttpReply {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' }
  const error = { code: CODES[reason], message, data: [info] }
  return jsonReply(reason === 'RATE_LIMITED' ? 429 : 200, JSON.stringify({ jsonrpc: '2.0', id, error }), headers)
}
