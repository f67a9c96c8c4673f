import type { Runtime } from '../../tools/kernel/context.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { publicPrefix } from '../../tools/kernel/problems/public-prefix.ts'
import { openFreshening } from '../../tools/oauth/clients/asking-client.ts'
import type { Door } from '../http/door.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { onDisconnect } from '../http/on-disconnect.ts'
import { refusalOf } from '../http/refusal.ts'
import { htmlReply } from './html.ts'
import { tellPage } from './page.ts'
import { clientIdOf, openPages } from './pages.ts'

const AUTHORIZE = '/oauth/authorize'
const FORM_BYTES = 4 * 1024
const REQUEST = /^\/oauth\/requests\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The pages of the authorization code flow: where a browser asks an agent, and waits for it (OAUTH-20 to OAUTH-36). */
export function openOAuthDoor(runtime: Runtime): Door {
  const pages = openPages(runtime, publicPrefix(runtime.installation.baseUrl))
  const freshen = openFreshening(runtime)

  function answer(exchange: Exchange, body: Buffer): Promise<Reply> {
    const [, id] = REQUEST.exec(exchange.path) ?? []
    if (id !== undefined) return pages.wait(exchange, id)
    return exchange.method === 'POST' ? pages.take(exchange, body) : pages.ask(exchange)
  }

  async function serve(exchange: Exchange): Promise<Reply> {
    const { path, limits, request, method, query, readBody } = exchange
    exchange.route = path === AUTHORIZE ? AUTHORIZE : '/oauth/requests/:id'
    try {
      await limits.countAnonymous(method === 'POST' ? 'authorizations' : undefined)
      const body = await readBody(FORM_BYTES)
      requireMethod(path, method)
      if (path === AUTHORIZE) {
        const count = () => limits.countAnonymous('client_documents')
        await freshen(clientIdOf(query), { address: limits.address, count })
      }
      const terms = { name: exchange.route, held: body.length, onDisconnect: onDisconnect(request.socket) }
      return await runtime.scheduler.run(limits.turn, async () => await answer(exchange, body), terms)
    } catch (error) {
      return await refusalPage(exchange, error)
    }
  }

  /** For a person in front of a browser. */
  async function refusalPage(exchange: Exchange, error: unknown): Promise<Reply> {
    const { reply } = await refusalOf(runtime, exchange, error)
    const detail = error instanceof Problem ? error.message : 'The server cannot answer now; try again.'
    const html = tellPage('This did not work', [detail, 'Go back to the application, and connect again from there.'])
    return htmlReply(reply.status, html, { ...reply.headers })
  }

  return {
    enter: exchange => (isOurs(exchange.path) ? serve(exchange) : undefined),
    isOpen: path => (isOurs(path) ? false : undefined),
  }
}

const isOurs = (path: string) => path === AUTHORIZE || REQUEST.test(path)

function requireMethod(path: string, method: string): void {
  const allowed = path === AUTHORIZE ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']
  if (allowed.includes(method)) return
  throw new Problem('method-not-allowed', 'This page has no such method.', { allow: allowed.join(', ') })
}
