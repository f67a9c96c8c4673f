import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { SAFE_HEADERS } from '../../../tools/core/network/safe-headers.ts'
import { Problem, type ProblemSlug } from '../../../tools/core/problems/problem.ts'
import { problemReply } from '../problem-json.ts'
import type { LingeringClose } from './lingering-close.ts'

const BROKEN: Record<string, { slug: ProblemSlug; detail: string }> = {
  HPE_HEADER_OVERFLOW: { slug: 'header-too-large', detail: 'The headers of a request must not exceed 32 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { slug: 'request-timeout', detail: 'The request did not arrive in time.' },
}

/** Responds to invalid HTTP with problem+json, and closes the connection. */
export function handleClientErrors(
  http: Server,
  { installation, newId, log }: { installation: { baseUrl: string }; newId: () => string; log: Logger },
  lingering: Pick<LingeringClose, 'add' | 'has'>,
): void {
  http.on('clientError', (error: Error & { code?: string }, duplex: Duplex) => {
    const socket = duplex as Socket
    // Called again for the remaining data.
    if (error.code !== 'ECONNRESET' && lingering.has(socket)) return
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const { slug, detail } = BROKEN[error.code ?? ''] ?? {
      slug: 'bad-request',
      detail: 'This is not a valid HTTP request.',
    }
    const problem = new Problem(slug, detail)
    const requestId = newId()
    const reply = problemReply(problem, { baseUrl: installation.baseUrl, instance: '', requestId })
    const address = socket.remoteAddress ?? ''
    log.info({ request_id: requestId, address, route: 'other', status: reply.status, problem: slug }, 'refused')
    const headers = {
      'X-Request-Id': requestId,
      'X-AUI-Version': '1',
      ...SAFE_HEADERS,
      ...reply.headers,
      'Content-Type': reply.content_type,
      'Content-Length': Buffer.byteLength(reply.body),
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines.join('')}\r\n${reply.body}`)
    lingering.add(socket)
  })
}
