import type { Runtime } from '../../../tools/kernel/context.ts'
import { entityReply } from '../../http/entity.ts'
import { type Exchange, OPEN, type Reply } from '../../http/exchange.ts'
import type { Page } from '../page.ts'
import { atomOf } from '../shell/feed.ts'
import type { Visit } from '../visit.ts'
import { notHere, requireAudience } from './audience.ts'
import { type Kept, type Made, openKeptPages } from './kept-pages.ts'
import { PAGE_HEADERS, PRIVATE, PUBLIC, VARY } from './page-headers.ts'
import type { Form } from './router.ts'
import type { Visits } from './visits.ts'

export const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'

/** Serves pages: kept for all where all are shown alike, else made for who looks. */
export function openPageServing(runtime: Runtime, visits: Visits) {
  const kept = openKeptPages(runtime)

  async function make(page: Page, form: Form, visit: Visit): Promise<Made> {
    const given = await page.ask(visit)
    if (form === 'json') return { status: 200, content_type: JSON_TYPE, body: JSON.stringify(given.answer) }
    if (form === 'atom') {
      if (!page.feed) throw notHere()
      return { status: 200, content_type: ATOM, body: atomOf(page.feed(given, visit), visit.links, visit.now) }
    }
    const body = await visits.render({ view: page.view(given, visit), render: page.render }, visit)
    return { status: 200, content_type: HTML, body }
  }

  return {
    /** At once, what is kept for all. */
    async findKept(exchange: Exchange, form: Form): Promise<Reply | undefined> {
      const isForAll = exchange.headers.cookie === undefined && exchange.method !== 'POST'
      const page = isForAll ? kept.find(keyOf(exchange, form)) : undefined
      return page && (await answerKept(exchange, page))
    },
    async serve(page: Page, form: Form, visit: Visit): Promise<Reply> {
      const { exchange, visitor, flash } = visit
      requireAudience(page.audience, visitor, await visits.isLookingOpen())
      const isForAll = !page.isMadeAnew && (page.audience === 'anyone' || page.audience === 'lookers')
      const isKept = isForAll && visitor === undefined && flash === undefined
      const known = isKept ? kept.find(keyOf(exchange, form)) : undefined
      if (known) return await answerKept(exchange, known)
      // Each for itself: who has no more of it refuses it to nobody who waits for the same page.
      if (page.limit !== undefined) await exchange.limits.countAnonymous(page.limit, true)
      if (isKept)
        return await answerKept(exchange, await kept.make(keyOf(exchange, form), () => make(page, form, visit)))
      const headers = { ...PAGE_HEADERS, 'Cache-Control': PRIVATE, Vary: VARY }
      return {
        ...(await make(page, form, visit)),
        headers,
        ...(flash !== undefined && { cookies: [visits.flashes.gone] }),
      }
    },
  }
}

async function answerKept({ headers }: Exchange, { entity, content_type }: Kept): Promise<Reply> {
  const reply = await entityReply(headers, entity, {
    content_type,
    headers: { ...PAGE_HEADERS, ...(content_type === HTML ? {} : OPEN), 'Cache-Control': PUBLIC },
  })
  return { ...reply, headers: { ...reply.headers, Vary: VARY } }
}

const KEY_CHARACTERS = 512

/** As it was asked, in its form; what is too long for that is kept under what nobody asks again. */
const keyOf = ({ path, search, request_id }: Exchange, form: Form): string =>
  path.length + search.length > KEY_CHARACTERS ? request_id : `${form} ${path}${search}`
