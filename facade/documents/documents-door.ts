import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../../tools/kernel/context.ts'
import { SAFE_HEADERS } from '../../tools/kernel/safe-headers.ts'
import { BODY_LIMIT, requireSmall } from '../http/bodies.ts'
import type { Door } from '../http/door.ts'
import type { Exchange } from '../http/exchange.ts'
import { onDisconnect } from '../http/on-disconnect.ts'

type Documents = (request: IncomingMessage, response: ServerResponse, refuse: (error: unknown) => void) => void

/** Not counted: whoever watches over the server asks often. */
const PROBES = ['/healthz', '/readyz']

/** Documents and pages, at every path that no other door has. */
export function openDocumentsDoor({ scheduler }: Runtime, documents: Documents): Door {
  async function serve(exchange: Exchange): Promise<undefined> {
    const { request, response, path, search, limits } = exchange
    requireSmall(request, BODY_LIMIT)
    exchange.route = 'documents'
    const isProbe = PROBES.includes(path)
    if (!isProbe) await limits.countAnonymous()
    setHeaders(exchange)
    request.url = `${path}${search}`
    const answer = () => answered(documents, request, response)
    await (isProbe
      ? answer()
      : scheduler.run(limits.turn, answer, { name: exchange.route, onDisconnect: onDisconnect(request.socket) }))
  }
  return { enter: serve, isOpen: () => true }
}

/** What every answer has; Express writes the rest. */
function setHeaders({ response, request_id, version_headers, limits }: Exchange): void {
  const told = { ...limits.headers(), ...version_headers }
  for (const [name, value] of Object.entries(told)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', request_id)
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
}

/** Until it is answered; what it refuses is thrown, and nothing of it written. */
const answered = (documents: Documents, request: IncomingMessage, response: ServerResponse) =>
  new Promise<void>((resolve, reject) => {
    response.once('finish', resolve)
    response.once('close', resolve)
    documents(request, response, error => {
      if (!response.headersSent) for (const name of response.getHeaderNames()) response.removeHeader(name)
      reject(error)
    })
    if (response.writableEnded) resolve()
  })
