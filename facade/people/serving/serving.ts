import type { Runtime } from '../../../tools/kernel/context.ts'
import { type Exchange, OPEN, type Reply } from '../../http/exchange.ts'
import { onDisconnect } from '../../http/on-disconnect.ts'
import { type Refused, refusalOf } from '../../http/refusal.ts'
import { signInPath } from '../sign-in-path.ts'
import type { Sessions, Visit } from '../visit.ts'
import { requireAudience } from './audience.ts'
import { PAGE_HEADERS, PRIVATE, VARY } from './page-headers.ts'
import { describeRefusal } from './refusal.ts'
import type { Form, Match } from './router.ts'
import { openActionServing } from './serve-action.ts'
import { HTML, openPageServing } from './serve-page.ts'
import { openVisits } from './visits.ts'

/** Pages of people lead who is not signed in there, and from there back. */
const mustSignIn = ({ kind, audience }: Match['place']['serves'], form: Form) =>
  kind === 'page' && form === 'html' && audience !== 'anyone' && audience !== 'lookers'

function signInFirst({ exchange: { path, search }, links }: Visit): Reply {
  const location = links.to(signInPath(`${path}${search}`))
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

  async function show(exchange: Exchange, refused: Refused): Promise<Reply> {
    const { status, headers } = refused.reply
    const isHurried = status === 429 || status >= 500
    const found = isHurried ? undefined : await visits.open(exchange, {}).catch(() => undefined)
    const visit = { ...(found ?? visits.ofNobody(exchange)), flash: undefined }
    // Who is in haste, or in trouble, is not asked for, nor is the database.
    const body = await visits.render(describeRefusal(exchange, refused), visit, isHurried)
    return { status, content_type: HTML, body, headers: { ...headers, ...PAGE_HEADERS, Vary: VARY } }
  }

  return {
    show,
    async serve(exchange: Exchange, match: Match): Promise<Reply> {
      const kept = await pages.findKept(exchange, match.form)
      if (kept) return kept
      const terms = { name: match.place.path, onDisconnect: onDisconnect(exchange.request.socket) }
      return await runtime.scheduler.run(exchange.limits.turn, () => answer(exchange, match), terms)
    },
    /** As a page, where a page was asked for. */
    async refuse(exchange: Exchange, error: unknown, form: Form): Promise<Reply> {
      const refused = await refusalOf(runtime, exchange, error)
      if (form === 'html') return await show(exchange, refused)
      return { ...refused.reply, headers: { ...refused.reply.headers, ...OPEN } }
    },
  }
}
