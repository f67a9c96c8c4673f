import { JsonReading } from '../../../tools/kernel/text/canonical-json.ts'
import { type Json, json } from '../../../tools/kernel/turns/shared-json.ts'
import { RPC } from './protocol.ts'

export type RequestId = string | number
export type Params = Record<string, unknown>

/** A JSON-RPC error; `status` is the HTTP status that carries it when it answers a request of its own. */
export class RpcError extends Error {
  readonly code: number
  readonly status: number
  readonly data: object | undefined

  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: object } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

export interface RpcRequest {
  kind: 'request'
  id: RequestId
  method: string
  params: Params
}

export type Message =
  | RpcRequest
  | { kind: 'notification'; method: string; params: Params }
  | { kind: 'response' }
  | { kind: 'invalid'; id: RequestId | undefined; reason: string }

/** JSON that is well-formed and yet no message. */
const USELESS: ReadonlySet<string> = new Set([
  'nested deeper than 64 levels',
  'more than 10000 values',
  'not an object',
])

/** The JSON of a request body: an object, or the array of a batch; anything else is a parse error. */
export function parseBody(body: Buffer): unknown {
  const read = new JsonReading(body, true).value()
  if (read.ok) return read.value
  const { reason, offset } = read
  throw USELESS.has(reason)
    ? new RpcError(RPC.invalidRequest, `Invalid request: ${reason}`, { status: 400 })
    : new RpcError(RPC.parseError, `Parse error: ${reason} at byte ${offset}`, { status: 400 })
}

export const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isFinite(value)

export function readMessage(value: unknown): Message {
  if (!isObject(value)) return { kind: 'invalid', id: undefined, reason: 'a message is an object' }
  const { jsonrpc, id, method, params = {} } = value
  const invalid = (reason: string): Message => ({ kind: 'invalid', id: isId(id) ? id : undefined, reason })
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  if (id !== undefined && !isId(id)) return invalid('id must be a string or a number')
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'response' }
  if (typeof method !== 'string') return invalid('method must be a string')
  if (!isObject(params)) return invalid('params must be an object')
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
}

export const invalidMessage = (reason: string): RpcError =>
  new RpcError(RPC.invalidRequest, `Invalid request: ${reason}`, { status: 400 })

export const resultMessage = (id: RequestId, result: Json): Json =>
  json`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** Without an id that could be read, there is none: the revisions' schemas have no null id. */
export const errorMessage = (id: RequestId | undefined, { code, message, data }: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
