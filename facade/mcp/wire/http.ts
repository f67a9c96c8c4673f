import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../../../tools/kernel/json-encoding.ts'
import { emptyReply, jsonReply, type Reply } from '../../http/exchange.ts'

const NO_STORE = Object.freeze({ 'Cache-Control': 'no-store' })

/** An answer whose body may still be put into a batch. */
export type JsonReply<Body extends Json = Json> = Omit<Reply, 'body'> & { body: Body }

export const jsonAnswer = <Body extends Json>(
  status: number,
  body: Body,
  headers?: Record<string, string>,
): JsonReply<Body> => ({ ...jsonReply(status, '', headers ? { ...NO_STORE, ...headers } : NO_STORE), body })

export const emptyAnswer = (status: number): JsonReply => ({ ...emptyReply(status, NO_STORE), body: '' })

/** The value of a header that may be sent once; a header sent twice has none. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
