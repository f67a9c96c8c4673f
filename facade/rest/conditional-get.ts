import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isNotModified } from '../http/entity.ts'
import type { HttpReply } from '../http/exchange.ts'

/** The answer under a tag of what counts in it; nothing but the tag where the client knows that already (HEAR-49). */
export function replyIfChanged(request: IncomingHttpHeaders, version: unknown, reply: HttpReply): HttpReply {
  const tag = `"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`
  // Weak: the server's time and scores may differ.
  const headers = { ...reply.headers, ETag: `W/${tag}` }
  return isNotModified(tag, request['if-none-match'])
    ? { status: 304, headers, body: '', content_type: '' }
    : { ...reply, headers }
}
