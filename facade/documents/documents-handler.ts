import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../../tools/core/context.ts'
import { SAFE_HEADERS } from '../../tools/core/network/safe-headers.ts'
import { HEALTH_PATHS } from '../health/health.ts'
import { type HttpExchange, onDisconnect } from '../http/exchange.ts'
import { BODY_LIMIT, requireSmall } from '../http/request-body.ts'
import type { RequestHandler } from '../http/request-handler.ts'

type Documents = (request: IncomingMessage, response: ServerResponse, refuse: (error: unknown) => void) => void

/** Handles documents, at every path that no other transport handles; they are loaded on the first request. */
export function createDocumentsHandler({ scheduler }: Runtime, load: () => Promise<Documents>): RequestHandler {
  let loading: Promise<Documents> | undefined
  async function serve(exchange: HttpExchange): Promise<undefined> {
    const { request, response, path, search, limits } = exchange
    requireSmall(request, BODY_LIMIT)
    exchange.route = 'documents'
    const isProbe = HEALTH_PATHS.includes(path)
    if (!isProbe) await limits.countAnonymous()
    setHeaders(exchange)
    request.url = `${path}${search}`
    const documents = await (loading ??= load())
    const handle = () => answered(documents, request, response)
    await (isProbe
      ? handle()
      : scheduler.run(limits.schedule, handle, { name: exchange.route, onDisconnect: onDisconnect(request.socket) }))
  }
  return { tryHandle: serve, allowsAnyOrigin: () => true }
}

/** Headers of every response; Express writes the rest. */
function setHeaders({ response, request_id, version_headers, limits }: HttpExchange): void {
  const reported = { ...limits.headers(), ...version_headers }
  for (const [name, value] of Object.entries(reported)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', request_id)
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
}

/** Resolves when the response is complete; errors are thrown before anything is written. */
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
