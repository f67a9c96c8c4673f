import type { Runtime } from '../../../tools/kernel/context.ts'
import type { Reply } from '../../http/exchange.ts'
import type { Action } from '../page.ts'
import type { Visit } from '../visit.ts'
import { requireAudience } from './audience.ts'
import { readForm } from './form-body.ts'
import { PAGE_HEADERS, PRIVATE } from './page-headers.ts'
import { HTML } from './serve-page.ts'
import type { Visits } from './visits.ts'

/** Does what a form of ours asks for, then leads on, or shows what it has to say. */
export function openActionServing({ installation }: Pick<Runtime, 'installation'>, visits: Visits) {
  const { origin } = new URL(installation.baseUrl)
  const headers = { ...PAGE_HEADERS, 'Cache-Control': PRIVATE }

  return async ({ audience, act }: Action, visit: Visit): Promise<Reply> => {
    const form = await readForm(visit.exchange, visit.visitor, origin)
    requireAudience(audience, visit.visitor, await visits.isLookingOpen())
    const done = await act(visit, form)
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
