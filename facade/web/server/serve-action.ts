import type { Runtime } from '../../../tools/core/context.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import type { HttpReply } from '../../http/exchange.ts'
import type { Action, ErrorPage, Redirect } from '../define-page.ts'
import type { PageContext } from '../page-context.ts'
import { signInPath } from '../sign-in-path.ts'
import { readCsrfForm } from './csrf-form.ts'
import type { PageContexts } from './page-contexts.ts'
import { CACHE_PRIVATE, PAGE_HEADERS } from './page-headers.ts'
import { requireAudience } from './require-audience.ts'
import { HTML_TYPE } from './serve-page.ts'

const AGENTS = '/internal/agents'

/** Runs an action. If it requires a recent sign-in, redirects to sign-in and then back to the form. */
async function actSignedIn(
  { act, back }: Action,
  visit: PageContext,
  form: URLSearchParams,
): Promise<Redirect | ErrorPage> {
  try {
    return await act(visit, form)
  } catch (error) {
    if (!(error instanceof Problem) || error.slug !== 'sign-in-again') throw error
    return { to: signInPath(back?.(visit, form) ?? AGENTS), flash: `${error.message} You will return here afterwards.` }
  }
}

/** Runs the action of a form, then redirects or renders a page. */
export function createActionHandler({ installation }: Pick<Runtime, 'installation'>, visits: PageContexts) {
  const { origin } = new URL(installation.baseUrl)
  const headers = { ...PAGE_HEADERS, 'Cache-Control': CACHE_PRIVATE }

  return async (action: Action, visit: PageContext): Promise<HttpReply> => {
    const form = action.isSignedByUrl
      ? new URLSearchParams()
      : await readCsrfForm(visit.exchange, visit.visitor, origin)
    requireAudience(action.audience, visit.visitor, await visits.arePublicPagesOpen())
    const done = await actSignedIn(action, visit, form)
    if ('view' in done)
      return {
        status: done.status,
        content_type: HTML_TYPE,
        headers,
        cookies: done.cookies ?? [],
        body: await visits.render(done, visit),
      }
    const flashCookies = done.flash === undefined ? [] : [visits.flashes.cookie(done.flash)]
    const cookies = [...(done.cookies ?? []), ...flashCookies]
    return {
      status: 303,
      content_type: '',
      body: '',
      cookies,
      headers: { ...headers, Location: visit.links.to(done.to) },
    }
  }
}
