import type { Runtime } from '../../../tools/kernel/context.ts'
import { Problem } from '../../../tools/kernel/problems/problems.ts'
import type { Reply } from '../../http/exchange.ts'
import type { Action, Led, Shower } from '../page.ts'
import { signInPath } from '../sign-in-path.ts'
import type { Visit } from '../visit.ts'
import { requireAudience } from './audience.ts'
import { readForm } from './form-body.ts'
import { PAGE_HEADERS, PRIVATE } from './page-headers.ts'
import { HTML } from './serve-page.ts'
import type { Visits } from './visits.ts'

const AGENTS = '/internal/agents'

/** What outlives a session leads to a new sign-in where the last is too old, and from there back to its form. */
async function actSignedIn({ act, back }: Action, visit: Visit, form: URLSearchParams): Promise<Led | Shower> {
  try {
    return await act(visit, form)
  } catch (error) {
    if (!(error instanceof Problem) || error.slug !== 'sign-in-again') throw error
    return { to: signInPath(back?.(visit, form) ?? AGENTS), flash: `${error.message} You will come back here.` }
  }
}

/** Does what a form of ours asks for, then leads on, or shows what it has to say. */
export function openActionServing({ installation }: Pick<Runtime, 'installation'>, visits: Visits) {
  const { origin } = new URL(installation.baseUrl)
  const headers = { ...PAGE_HEADERS, 'Cache-Control': PRIVATE }

  return async (action: Action, visit: Visit): Promise<Reply> => {
    const form = await readForm(visit.exchange, visit.visitor, origin)
    requireAudience(action.audience, visit.visitor, await visits.isLookingOpen())
    const done = await actSignedIn(action, visit, form)
    if ('view' in done)
      return {
        status: done.status,
        content_type: HTML,
        headers,
        cookies: done.cookies ?? [],
        body: await visits.render(done, visit),
      }
    const said = done.flash === undefined ? [] : [visits.flashes.cookie(done.flash)]
    const cookies = [...(done.cookies ?? []), ...said]
    return {
      status: 303,
      content_type: '',
      body: '',
      cookies,
      headers: { ...headers, Location: visit.links.to(done.to) },
    }
  }
}
