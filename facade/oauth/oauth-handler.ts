import type { Runtime } from '../../tools/core/context.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { publicPrefix } from '../../tools/core/problems/public-prefix.ts'
import { createClientRefresh } from '../../tools/oauth/clients/known-client.ts'
import { toErrorResponse } from '../http/error-response.ts'
import { type HttpExchange, type HttpReply, onDisconnect } from '../http/exchange.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { createConsentFlow, queryClientId } from './consent-flow.ts'
import { messagePage } from './consent-html.ts'
import { htmlReply } from './html-reply.ts'

const AUTHORIZE = '/oauth/authorize'
const FORM_BYTES = 4 * 1024
const REQUEST = /^\/oauth\/requests\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The pages of the authorization code flow (OAUTH-20 to OAUTH-36). */
export function createOAuthHandler(runtime: Runtime): RequestHandler {
  const pages = createConsentFlow(runtime, publicPrefix(runtime.installation.baseUrl))
  const freshen = createClientRefresh(runtime)

  function dispatch(exchange: HttpExchange, body: Buffer): Promise<HttpReply> {
    const [, id] = REQUEST.exec(exchange.path) ?? []
    if (id !== undefined) return pages.awaitApproval(exchange, id)
    return exchange.method === 'POST' ? pages.submitForm(exchange, body) : pages.showForm(exchange)
  }

  async function serve(exchange: HttpExchange): Promise<HttpReply> {
    const { path, limits, request, method, query, readBody } = exchange
    exchange.route = path === AUTHORIZE ? AUTHORIZE : '/oauth/requests/:id'
    try {
      await limits.countAnonymous(method === 'POST' ? 'authorizations' : undefined)
      const body = await readBody(FORM_BYTES)
      requireMethod(path, method)
      if (path === AUTHORIZE) {
        const count = () => limits.countAnonymous('client_documents')
        await freshen(queryClientId(query), { address: limits.address, count })
      }
      const terms = { name: exchange.route, held: body.length, onDisconnect: onDisconnect(request.socket) }
      return await runtime.scheduler.run(limits.schedule, async () => await dispatch(exchange, body), terms)
    } catch (error) {
      return await refusalPage(exchange, error)
    }
  }

  /** The error page of the flow. */
  async function refusalPage(exchange: HttpExchange, error: unknown): Promise<HttpReply> {
    const { reply } = await toErrorResponse(runtime, exchange, error)
    const detail = error instanceof Problem ? error.message : 'The server cannot respond right now. Try again.'
    const html = messagePage('Connection failed', [detail, 'Return to the application and connect again from there.'])
    return htmlReply(reply.status, html, { ...reply.headers })
  }

  return {
    tryHandle: exchange => (isOurs(exchange.path) ? serve(exchange) : undefined),
    allowsAnyOrigin: path => (isOurs(path) ? false : undefined),
  }
}

const isOurs = (path: string) => path === AUTHORIZE || REQUEST.test(path)

function requireMethod(path: string, method: string): void {
  const allowed = path === AUTHORIZE ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']
  if (allowed.includes(method)) return
  throw new Problem('method-not-allowed', 'This page does not support this method.', { allow: allowed.join(', ') })
}
