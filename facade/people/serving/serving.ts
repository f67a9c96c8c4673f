import type { Runtime } from '../../../tools/kernel/context.ts'
import { whenClosed } from '../../../tools/kernel/turns/when-closed.ts'
import { type Exchange, OPEN, type Reply } from '../../http/exchange.ts'
import type { Sessions, Visit } from '../visit.ts'
import { requireAudience } from './audience.ts'
import { PAGE_HEADERS, PRIVATE } from './page-headers.ts'
import { describeRefusal } from './refusal.ts'
import type { Form, Match } from './router.ts'
import { openActionServing } from './serve-action.ts'
import { HTML, openPageServing } from './serve-page.ts'
import { openVisits } from './visits.ts'

/** Pages of people lead who is not signed in there, and from there back. */
const mustSignIn = ({ kind, audience }: Match['place']['serves'], form: Form) =>
  kind === 'page' && form === 'html' && audience !== 'anyone' && audience !== 'lookers'

function signInFirst({ exchange: { path, search }, links }: Visit): Reply {
  const location = links.to(`/internal/sign-in?${new URLSearchParams({ to: `${path}${search}` })}`)
  const headers = { ...PAGE_HEADERS, 'Cache-Control': PRIVATE, Location: location }
  return { status: 303, content_type: '', body: '', headers }
}

/** Serves what the table of pages has. */
export function openServing(runtime: Runtime, sessions: Sessions) {
  const visits = openVisits(runtime, sessions)
  const pages = openPageServing(runtime, visits)
  const act = openActionServing(runtime, visits)

  async function answer(exchange: Exchange, { place: { serves }, form, parameters }: Match): Promise<Reply> {
    const visit = await visits.open(exchange, parameters)
    if (mustSignIn(serves, form) && !visit.visitor) return signInFirst(visit)
    if (serves.kind === 'page') return await pages.serve(serves, form, visit)
    if (serves.kind === 'action') return await act(serves, visit)
    requireAudience(serves.audience, visit.visitor, await visits.isLookingOpen())
    const reply = await serves.answer(visit)
    // Where looking is closed, what staff is shown is for them alone.
    return visit.visitor ? { ...reply, headers: { ...reply.headers, 'Cache-Control': PRIVATE } } : reply
  }

  return {
    async serve(exchange: Exchange, match: Match): Promise<Reply> {
      const kept = await pages.findKept(exchange)
      if (kept) return kept
      const terms = { what: match.place.path, whenGone: whenClosed(exchange.request.socket) }
      return await runtime.turns.run(exchange.limits.turn, () => answer(exchange, match), terms)
    },
    /** As a page, where a page was asked for. */
    async refuse(exchange: Exchange, error: unknown, form: Form): Promise<Reply> {
      const { reply, shower } = await describeRefusal(runtime, exchange, error)
      if (form !== 'html') return { ...reply, headers: { ...reply.headers, ...OPEN } }
      const visit = { ...(await visits.open(exchange, {})), flash: undefined }
      const body = await visits.render(shower, visit)
      return { status: reply.status, content_type: HTML, body, headers: { ...reply.headers, ...PAGE_HEADERS } }
    },
  }
}
