import type { Runtime } from '../../tools/kernel/context.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { askAgent, type Faulty, readAuthorization } from '../../tools/oauth/authorization.ts'
import { requireStoredClient } from '../../tools/oauth/clients/asking-client.ts'
import { isLoopback } from '../../tools/oauth/clients/redirect-uri.ts'
import { progressOf } from '../../tools/oauth/progress.ts'
import { shown } from '../../tools/oauth/short-code.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { htmlReply, leadTo } from './html.ts'
import { askPage, faultPage, tellPage, waitPage } from './page.ts'
import { formToken, isFormToken, newSession, sessionCookie, sessionOf } from './session.ts'

export interface Pages {
  /** What a client sends a browser to: asks for the agent. */
  ask(exchange: Exchange): Promise<Reply>
  /** Takes the answer, which is a form, and asks the agent. */
  take(exchange: Exchange, body: Buffer): Promise<Reply>
  /** Waits for the agent, then leads back to the client. */
  wait(exchange: Exchange, id: string): Promise<Reply>
}

export function openPages(runtime: Runtime, prefix: string): Pages {
  const { db, clock, installation, secret, randomBytes } = runtime
  const { name: server, baseUrl } = installation
  const sessionIn = ({ headers }: Exchange) => sessionOf(headers.cookie, baseUrl)

  async function readAsked({ query }: Exchange) {
    const client = await requireStoredClient(db, clientIdOf(query), new Date(clock()))
    return readAuthorization(runtime, client, query)
  }

  return {
    async ask(exchange) {
      if (exchange.search === '') return htmlReply(200, tellPage(`Connect an agent of ${server}`, ABOUT))
      const asked = await readAsked(exchange)
      if ('to' in asked) return tellFault(asked)
      const { client, redirect_host: host, scopes } = asked
      const session = sessionIn(exchange) ?? newSession(randomBytes)
      const html = askPage({ server, client, host, scopes, formToken: formToken(secret, session) })
      return htmlReply(200, html, { 'Set-Cookie': sessionCookie(session, baseUrl) })
    },
    async take(exchange, body) {
      const form = new URLSearchParams(body.toString('utf8'))
      const session = sessionIn(exchange)
      if (session === undefined || !isFormToken(secret, session, form.get('form_token') ?? '')) throw foreignForm()
      const asked = await readAsked(exchange)
      if ('to' in asked) return tellFault(asked)
      const id = await askAgent(runtime, asked, { handle: form.get('handle') ?? '', session })
      return leadTo(`${prefix}/oauth/requests/${id}`)
    },
    async wait(exchange, id) {
      const session = sessionIn(exchange)
      const progress = session === undefined ? undefined : await progressOf(runtime, { session, id })
      if (!progress) throw new Problem('not-found', 'This browser waits for nothing here.')
      if (progress === 'gone') return htmlReply(200, tellPage('Done', ['Go back to the application.']))
      if ('to' in progress) return leadTo(progress.to)
      const { code, redirect_host: host, expires_at: until } = progress.waits
      return htmlReply(200, waitPage({ code: shown(code), host, until, baseUrl }))
    },
  }
}

/** Anybody may register: nobody is sent on to what only a link has named (OAUTH-37). */
function tellFault({ to, redirect_host: host, description }: Faulty): Reply {
  return isLoopback(host) ? leadTo(to) : htmlReply(400, faultPage({ to, host, description }))
}

export const clientIdOf = (query: URLSearchParams): string => query.get('client_id') ?? ''

const ABOUT = [
  'Applications that can be given nothing but the address of this server lead here; open nothing here yourself.',
  'An agent gets its own token without a browser: it signs a JWT with its key and sends it to /api/v1/aui/auth/token.',
]

const foreignForm = () => new Problem('bad-request', 'This form was not made for this browser, or its cookie is gone.')
