import type { Runtime } from '../../../tools/core/context.ts'
import { discoveryLinks } from '../../http/discovery-links.ts'
import { entityReply } from '../../http/entity.ts'
import { ANY_ORIGIN, type HttpExchange, type HttpReply } from '../../http/exchange.ts'
import type { Page } from '../define-page.ts'
import { atomOf } from '../layout/atom-feed.ts'
import { markdownOf } from '../markdown-page.ts'
import type { PageContext } from '../page-context.ts'
import { type CachedPage, createPageCache, type RenderedPage } from './page-cache.ts'
import type { PageContexts } from './page-contexts.ts'
import { CACHE_PRIVATE, CACHE_PUBLIC, PAGE_HEADERS, VARY } from './page-headers.ts'
import type { PageFormat } from './page-router.ts'
import { pageNotFound, requireAudience } from './require-audience.ts'

export const HTML_TYPE = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** Serves pages: from a shared cache if they are the same for everyone, otherwise rendered per visitor. */
export function createPageHandler(runtime: Runtime, visits: PageContexts) {
  const link = discoveryLinks(runtime.installation)
  const cache = createPageCache(runtime)

  async function make(page: Page, form: PageFormat, visit: PageContext): Promise<RenderedPage> {
    const given = await page.ask(visit)
    if (form === 'json') return { status: 200, content_type: JSON_TYPE, body: JSON.stringify(given.answer) }
    if (form === 'atom') {
      if (!page.feed) throw pageNotFound()
      return { status: 200, content_type: ATOM, body: atomOf(page.feed(given, visit), visit.links, visit.now) }
    }
    const { markdown } = page
    if (form === 'md') {
      if (!markdown) throw pageNotFound()
      return { status: 200, content_type: MARKDOWN, body: markdownOf(markdown(given, visit), visit.links) }
    }
    const view = { ...given, head: { ...page.head(given, visit), markdown: markdown !== undefined } }
    const body = await visits.render({ view, render: page.render }, visit)
    return { status: 200, content_type: HTML_TYPE, body }
  }

  return {
    /** Returns the cached response, without using the scheduler. */
    async findCached(exchange: HttpExchange, form: PageFormat): Promise<HttpReply | undefined> {
      const isForAll = exchange.headers.cookie === undefined && exchange.method !== 'POST'
      const page = isForAll ? cache.find(keyOf(exchange, form)) : undefined
      return page && (await cachedReply(exchange, page, link))
    },
    async serve(page: Page, form: PageFormat, visit: PageContext): Promise<HttpReply> {
      const { exchange, visitor, flash } = visit
      requireAudience(page.audience, visitor, await visits.arePublicPagesOpen())
      const isForAll = !page.isPerVisitor && (page.audience === 'anyone' || page.audience === 'readers')
      const isCacheable = isForAll && visitor === undefined && flash === undefined
      const known = isCacheable ? cache.find(keyOf(exchange, form)) : undefined
      if (known) return await cachedReply(exchange, known, link)
      // Counted per request, so that one exhausted client does not fail others that wait for the same page.
      if (page.limit !== undefined) await exchange.limits.countAnonymous(page.limit, true)
      if (isCacheable)
        return await cachedReply(exchange, await cache.make(keyOf(exchange, form), () => make(page, form, visit)), link)
      const headers = { ...PAGE_HEADERS, 'Cache-Control': CACHE_PRIVATE, Vary: VARY }
      return {
        ...(await make(page, form, visit)),
        headers,
        ...(flash !== undefined && { cookies: [visits.flashes.clear] }),
      }
    },
  }
}

async function cachedReply(
  { headers }: HttpExchange,
  { entity, content_type }: CachedPage,
  Link: string,
): Promise<HttpReply> {
  const reply = await entityReply(headers, entity, {
    content_type,
    headers: {
      ...PAGE_HEADERS,
      ...(content_type === HTML_TYPE ? { Link } : ANY_ORIGIN),
      'Cache-Control': CACHE_PUBLIC,
    },
  })
  return { ...reply, headers: { ...reply.headers, Vary: VARY } }
}

const KEY_CHARACTERS = 512

/** The cache key. Requests that are too long get a unique key and are never shared. */
const keyOf = ({ path, search, request_id }: HttpExchange, form: PageFormat): string =>
  path.length + search.length > KEY_CHARACTERS ? request_id : `${form} ${path}${search}`
