import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../../../tools/core/json-encoding.ts'
import { emptyReply, type HttpReply, jsonReply } from '../../http/exchange.ts'

const NO_STORE = Object.freeze({ 'Cache-Control': 'no-store' })

/** A response whose body may still become part of a batch. */
export type JsonResponse<Body extends Json = Json> = Omit<HttpReply, 'body'> & { body: Body }

export const jsonResponse = <Body extends Json>(
  status: number,
  body: Body,
  headers?: Record<string, string>,
): JsonResponse<Body> => ({ ...jsonReply(status, '', headers ? { ...NO_STORE, ...headers } : NO_STORE), body })

export const emptyResponse = (status: number): JsonResponse => ({ ...emptyReply(status, NO_STORE), body: '' })

/** The value of a header that may occur once; a repeated header has none. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
