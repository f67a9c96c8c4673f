import type { Runtime } from '../../../tools/core/context.ts'
import { executeAnonymous } from '../../../tools/execute-anonymous.ts'
import type { HttpExchange } from '../../http/exchange.ts'
import type { ErrorPage } from '../define-page.ts'
import { renderHtmlPage } from '../layout/render-page.tsx'
import type { PageContext, Sessions } from '../page-context.ts'
import { createLinks } from '../page-links.ts'
import { createFlashMessages, type FlashMessages } from './flash-messages.ts'
import type { PageMatch } from './page-router.ts'

export interface PageContexts {
  flashes: FlashMessages
  open(exchange: HttpExchange, parameters: PageMatch['parameters']): Promise<PageContext>
  /** The context of a request whose visitor is unknown or irrelevant. */
  anonymous(exchange: HttpExchange): PageContext
  arePublicPagesOpen(): Promise<boolean>
  /** The HTML of a page for the visitor. With `isHurried`, no database query is made. */
  render(shower: Pick<ErrorPage, 'view' | 'render'>, visit: PageContext, isHurried?: boolean): Promise<string>
}

export function createPageContexts(runtime: Runtime, sessions: Sessions): PageContexts {
  const { installation } = runtime
  const [links, flashes] = [createLinks(installation), createFlashMessages(runtime)]
  const isLookingOpen = async () => (await runtime.settings())['public_pages.enabled']
  const anonymous: PageContexts['anonymous'] = exchange => ({
    runtime,
    exchange,
    links,
    parameters: {},
    query: exchange.query,
    now: new Date(runtime.clock()),
    visitor: undefined,
    flash: undefined,
    read: (tool, input) => executeAnonymous(runtime, tool, input, exchange.request_id),
  })
  return {
    flashes,
    arePublicPagesOpen: isLookingOpen,
    anonymous,
    async open(exchange, parameters) {
      const visitor = await sessions.visitorOf(exchange)
      return { ...anonymous(exchange), parameters, visitor, flash: flashes.read(exchange.headers.cookie) }
    },
    async render({ view, render }, { exchange, now, visitor, flash }, isHurried = false) {
      const isOpen = !isHurried && (await isLookingOpen().catch(() => false))
      const isCounted = visitor !== undefined && !isHurried
      const unread = isCounted ? await sessions.countUnread(visitor).catch(() => 0) : 0
      const deps = { links, now, site: installation.name, path: exchange.path, visitor, flash, isOpen, unread }
      return renderHtmlPage(render as never, view, deps)
    },
  }
}
