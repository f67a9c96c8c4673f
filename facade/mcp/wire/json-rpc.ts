import { type Json, json } from '../../../tools/core/json-encoding.ts'
import { JsonReading } from '../../../tools/core/text/canonical-json.ts'
import { emptyReply, type HttpReply, jsonReply } from '../../http/exchange.ts'
import { RPC } from './protocol-versions.ts'
import type { Revision } from './revisions/revision.ts'

/** As JSON text: a number as it was received, since a value would be rounded (MCP-79). */
export type RequestId = string
export type Params = Record<string, unknown>

/** A JSON-RPC error; `status` is the HTTP status if it is the response to a single request. */
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
  /** The compact JSON of the params, with numbers and key order as received. */
  paramsText?: () => string | undefined
}

/** A client's answer to a request of the server. */
export interface RpcResponse {
  kind: 'response'
  /** Absent if it is no string: all of the server's are strings. */
  id: string | undefined
  /** Absent for an error. */
  result: Params | undefined
}

export type RpcMessage =
  | RpcRequest
  | { kind: 'notification'; method: string; params: Params }
  | RpcResponse
  | { kind: 'invalid'; id: RequestId | undefined; reason: string }

/** Valid JSON that is not a valid message. */
const USELESS: ReadonlySet<string> = new Set([
  'nested deeper than 64 levels',
  'more than 10000 values',
  'not an object',
])

/** One message as it was received. */
export interface ParsedBody {
  value: unknown
  /** Reads a member of the message. */
  textOf(name: string): string | undefined
}

/** Parses the JSON of a request body: an object, or the array of a batch; anything else is a parse error. */
export function parseBody(body: Buffer): ParsedBody | ParsedBody[] {
  const reading = new JsonReading(body, true)
  const read = reading.value()
  if (read.ok) return Array.isArray(read.value) ? itemsOf(read.value, reading) : received(read.value, reading)
  const { reason, offset } = read
  throw USELESS.has(reason)
    ? new RpcError(RPC.invalidRequest, `Invalid request: ${reason}`, { status: 400 })
    : new RpcError(RPC.parseError, `Parse error: ${reason} at byte ${offset}`, { status: 400 })
}

const received = (value: unknown, reading: JsonReading): ParsedBody => ({
  value,
  textOf: name => reading.memberText(name),
})

function itemsOf(values: unknown[], reading: JsonReading): ParsedBody[] {
  let texts: string[] | undefined
  const textOf = (index: number) => (texts ??= reading.itemTexts())[index] ?? ''
  return values.map((value, index) => ({
    value,
    textOf: name => new JsonReading(Buffer.from(textOf(index))).memberText(name),
  }))
}

export const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function idOf(id: unknown, textOf: ParsedBody['textOf']): RequestId | undefined {
  if (typeof id === 'string') return JSON.stringify(id)
  return typeof id === 'number' ? textOf('id') : undefined
}

export function readMessage({ value, textOf }: ParsedBody): RpcMessage {
  if (!isObject(value)) return { kind: 'invalid', id: undefined, reason: 'a message must be an object' }
  const { jsonrpc, method, params = {} } = value
  const isIdGiven = value.id !== undefined
  const id = idOf(value.id, textOf)
  const invalid = (reason: string): RpcMessage => ({ kind: 'invalid', id, reason })
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  if (isIdGiven && id === undefined) return invalid('id must be a string or a number')
  if (method === undefined && ('result' in value || 'error' in value)) return responseOf(value)
  if (typeof method !== 'string') return invalid('method must be a string')
  if (!isObject(params)) return invalid('params must be an object')
  if (id === undefined) return { kind: 'notification', method, params }
  return { kind: 'request', id, method, params, paramsText: () => textOf('params') }
}

const responseOf = ({ id, result }: Params): RpcResponse => ({
  kind: 'response',
  id: typeof id === 'string' ? id : undefined,
  result: isObject(result) ? result : undefined,
})

export const invalidParams = (reason: string, data?: object): RpcError =>
  new RpcError(RPC.invalidParams, `Invalid params: ${reason}`, data ? { data } : {})

export const invalidMessage = (reason: string): RpcError =>
  new RpcError(RPC.invalidRequest, `Invalid request: ${reason}`, { status: 400 })

export const methodNotFound = ({ errors }: Revision): RpcError =>
  new RpcError(RPC.methodNotFound, 'Method not found', { status: errors.unknownMethodStatus })

export const resultMessage = (id: RequestId, result: Json): Json =>
  json`{"jsonrpc":"2.0","id":${id},"result":${result}}`

/** Without the member if the id could not be read: the revisions' schemas have no null id. */
export const errorMessage = (id: RequestId | undefined, { code, message, data }: RpcError): string => {
  const error = JSON.stringify({ code, message, data })
  return `{"jsonrpc":"2.0",${id === undefined ? '' : `"id":${id},`}"error":${error}}`
}

const NO_STORE = Object.freeze({ 'Cache-Control': 'no-store' })

/** A response whose body may still become part of a batch. */
export type JsonResponse<Body extends Json = Json> = Omit<HttpReply, 'body'> & { body: Body }

export const jsonResponse = <Body extends Json>(
  status: number,
  body: Body,
  headers?: Record<string, string>,
): JsonResponse<Body> => ({ ...jsonReply(status, '', headers ? { ...NO_STORE, ...headers } : NO_STORE), body })

export const emptyResponse = (status: number): JsonResponse => ({ ...emptyReply(status, NO_STORE), body: '' })
