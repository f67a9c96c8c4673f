import type { IncomingHttpHeaders } from 'node:http'
import { emptyReply, jsonReply, type Reply } from '../../http/exchange.ts'

/** An answer whose body may still be put into a batch. */
export type TextReply = Reply<string>

const NO_STORE = Object.freeze({ 'Cache-Control': 'no-store' })

export const jsonAnswer = (status: number, body: string, headers?: Record<string, string>): TextReply =>
  jsonReply(status, body, headers ? { ...NO_STORE, ...headers } : NO_STORE)

export const emptyAnswer = (status: number): TextReply => emptyReply(status, NO_STORE)

/** The value of a header that may be sent once; a header sent twice has none. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
