import type { Runtime } from '../../tools/core/context.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { authorizationProgressOf } from '../../tools/oauth/authorization-progress.ts'
import { type InvalidQuery, readAuthorization, requestApproval } from '../../tools/oauth/authorization-request.ts'
import { requireStoredClient } from '../../tools/oauth/clients/known-client.ts'
import { isLoopback } from '../../tools/oauth/clients/redirect-uri.ts'
import { formatShortCode } from '../../tools/oauth/short-code.ts'
import type { HttpExchange, HttpReply } from '../http/exchange.ts'
import { consentPage, errorPage, messagePage, waitingPage } from './consent-html.ts'
import { consentCookie, consentSessionOf, csrfToken, isCsrfToken, newConsentSession } from './consent-session.ts'
import { htmlReply, redirectTo } from './html-reply.ts'

export interface ConsentFlow {
  /** The authorization endpoint: shows the form for the handle of the agent. */
  showForm(exchange: HttpExchange): Promise<HttpReply>
  /** Handles the submitted form and requests the approval of the agent. */
  submitForm(exchange: HttpExchange, body: Buffer): Promise<HttpReply>
  /** Waits for the approval, then redirects to the client. */
  awaitApproval(exchange: HttpExchange, id: string): Promise<HttpReply>
}

export function createConsentFlow(runtime: Runtime, prefix: string): ConsentFlow {
  const { db, clock, installation, secret, randomBytes } = runtime
  const { name: server, baseUrl } = installation
  const sessionIn = ({ headers }: HttpExchange) => consentSessionOf(headers.cookie, baseUrl)

  async function readRequest({ query }: HttpExchange) {
    const client = await requireStoredClient(db, queryClientId(query), new Date(clock()))
    return readAuthorization(runtime, client, query)
  }

  return {
    async showForm(exchange) {
      if (exchange.search === '') return htmlReply(200, messagePage(`Connect an agent of ${server}`, ABOUT))
      const request = await readRequest(exchange)
      if ('to' in request) return replyInvalid(request)
      const { client, redirect_host: host, scopes } = request
      const session = sessionIn(exchange) ?? newConsentSession(randomBytes)
      const html = consentPage({ server, client, host, scopes, formToken: csrfToken(secret, session) })
      return htmlReply(200, html, { 'Set-Cookie': consentCookie(session, baseUrl) })
    },
    async submitForm(exchange, body) {
      const form = new URLSearchParams(body.toString('utf8'))
      const session = sessionIn(exchange)
      if (session === undefined || !isCsrfToken(secret, session, form.get('form_token') ?? '')) throw foreignForm()
      const request = await readRequest(exchange)
      if ('to' in request) return replyInvalid(request)
      const id = await requestApproval(runtime, request, { handle: form.get('handle') ?? '', session })
      return redirectTo(`${prefix}/oauth/requests/${id}`)
    },
    async awaitApproval(exchange, id) {
      const session = sessionIn(exchange)
      const progress = session === undefined ? undefined : await authorizationProgressOf(runtime, { session, id })
      if (!progress) throw new Problem('not-found', 'This browser has no pending request here.')
      if (progress === 'gone') return htmlReply(200, messagePage('Done', ['Return to the application.']))
      if ('to' in progress) return redirectTo(progress.to)
      const { code, redirect_host: host, expires_at: until } = progress.waits
      return htmlReply(200, waitingPage({ code: formatShortCode(code), host, until, baseUrl }))
    },
  }
}

/** Anyone can register a client, so browsers are not redirected to its URI without approval (OAUTH-37). */
function replyInvalid({ to, redirect_host: host, description }: InvalidQuery): HttpReply {
  return isLoopback(host) ? redirectTo(to) : htmlReply(400, errorPage({ to, host, description }))
}

export const queryClientId = (query: URLSearchParams): string => query.get('client_id') ?? ''

const ABOUT = [
  'Applications that accept only the URL of this server send you here. You do not need to open this page yourself.',
  'An agent gets its own token without a browser. It signs a JWT with its key and sends it to /api/v1/aui/auth/token.',
]

const foreignForm = () =>
  new Problem('bad-request', 'This form is not valid for this browser, or its cookie is missing.')
