import type { Runtime } from '../../../tools/core/context.ts'
import { type ErrorResponse, toErrorResponse } from '../../http/error-response.ts'
import { ANY_ORIGIN, type HttpExchange, type HttpReply, onDisconnect } from '../../http/exchange.ts'
import type { PageContext, Sessions } from '../page-context.ts'
import { signInPath } from '../sign-in-path.ts'
import { describeError } from './describe-error.ts'
import { createPageContexts } from './page-contexts.ts'
import { CACHE_PRIVATE, PAGE_HEADERS, VARY } from './page-headers.ts'
import type { PageFormat, PageMatch } from './page-router.ts'
import { requireAudience } from './require-audience.ts'
import { createActionHandler } from './serve-action.ts'
import { createPageHandler, HTML_TYPE } from './serve-page.ts'

/** Whether a page redirects anonymous visitors to sign-in. */
const mustSignIn = ({ kind, audience }: PageMatch['route']['serves'], form: PageFormat) =>
  kind === 'page' && form === 'html' && audience !== 'anyone' && audience !== 'readers'

function signInFirst({ exchange: { path, search }, links }: PageContext): HttpReply {
  const location = links.to(signInPath(`${path}${search}`))
  const headers = { ...PAGE_HEADERS, 'Cache-Control': CACHE_PRIVATE, Location: location }
  return { status: 303, content_type: '', body: '', headers }
}

/** Dispatches requests to the page table. */
export function createWebDispatcher(runtime: Runtime, sessions: Sessions) {
  const visits = createPageContexts(runtime, sessions)
  const pages = createPageHandler(runtime, visits)
  const act = createActionHandler(runtime, visits)

  async function respond(
    exchange: HttpExchange,
    { route: { serves }, form, parameters }: PageMatch,
  ): Promise<HttpReply> {
    const visit = await visits.open(exchange, parameters)
    if (mustSignIn(serves, form) && !visit.visitor) return signInFirst(visit)
    if (serves.kind === 'page') return await pages.serve(serves, form, visit)
    if (serves.kind === 'action') return await act(serves, visit)
    requireAudience(serves.audience, visit.visitor, await visits.arePublicPagesOpen())
    const reply = await serves.answer(visit)
    // With public pages disabled, only staff see them, so shared caches must not store them.
    return visit.visitor ? { ...reply, headers: { ...reply.headers, 'Cache-Control': CACHE_PRIVATE } } : reply
  }

  async function show(exchange: HttpExchange, refused: ErrorResponse): Promise<HttpReply> {
    const { status, headers } = refused.reply
    const isHurried = status === 429 || status >= 500
    const found = isHurried ? undefined : await visits.open(exchange, {}).catch(() => undefined)
    const visit = { ...(found ?? visits.anonymous(exchange)), flash: undefined }
    // Rate-limited and failing requests must not query the database for the visitor.
    const body = await visits.render(describeError(exchange, refused), visit, isHurried)
    return { status, content_type: HTML_TYPE, body, headers: { ...headers, ...PAGE_HEADERS, Vary: VARY } }
  }

  return {
    show,
    async serve(exchange: HttpExchange, match: PageMatch): Promise<HttpReply> {
      const cached = await pages.findCached(exchange, match.form)
      if (cached) return cached
      const terms = { name: match.route.path, onDisconnect: onDisconnect(exchange.request.socket) }
      return await runtime.scheduler.run(exchange.limits.schedule, () => respond(exchange, match), terms)
    },
    /** The error as a page if HTML was requested. */
    async refuse(exchange: HttpExchange, error: unknown, form: PageFormat): Promise<HttpReply> {
      const refused = await toErrorResponse(runtime, exchange, error)
      if (form === 'html') return await show(exchange, refused)
      return { ...refused.reply, headers: { ...refused.reply.headers, ...ANY_ORIGIN } }
    },
  }
}
