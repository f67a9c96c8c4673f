import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isNotModified } from '../http/entity.ts'
import type { HttpReply } from '../http/exchange.ts'

/** Adds an ETag over the relevant part of the response; returns a 304 if the client has it (HEAR-49). */
export function replyIfChanged(request: IncomingHttpHeaders, version: unknown, reply: HttpReply): HttpReply {
  const tag = `"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`
  // Weak, because the server's time and scores may differ.
  const headers = { ...reply.headers, ETag: `W/${tag}` }
  return isNotModified(tag, request['if-none-match'])
    ? { status: 304, headers, body: '', content_type: '' }
    : { ...reply, headers }
}
