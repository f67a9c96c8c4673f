import type { Runtime } from '../../../tools/kernel/context.ts'
import { look } from '../../../tools/look.ts'
import type { Exchange } from '../../http/exchange.ts'
import { openLinks } from '../links.ts'
import type { Shower } from '../page.ts'
import { renderPage } from '../shell/render.tsx'
import type { Sessions, Visit } from '../visit.ts'
import { type Flashes, openFlashes } from './flash.ts'
import type { Match } from './router.ts'

export interface Visits {
  flashes: Flashes
  open(exchange: Exchange, parameters: Match['parameters']): Promise<Visit>
  /** Where who looks cannot be known, or need not. */
  ofNobody(exchange: Exchange): Visit
  isLookingOpen(): Promise<boolean>
  /** The HTML of a page for whoever looks; a hurried one asks nothing of the database. */
  render(shower: Pick<Shower, 'view' | 'render'>, visit: Visit, isHurried?: boolean): Promise<string>
}

export function openVisits(runtime: Runtime, sessions: Sessions): Visits {
  const { installation } = runtime
  const [links, flashes] = [openLinks(installation), openFlashes(runtime)]
  const isLookingOpen = async () => (await runtime.settings())['people.looking']
  const ofNobody: Visits['ofNobody'] = exchange => ({
    runtime,
    exchange,
    links,
    parameters: {},
    query: exchange.query,
    now: new Date(runtime.clock()),
    visitor: undefined,
    flash: undefined,
    look: (tool, input) => look(runtime, tool, input, exchange.request_id),
  })
  return {
    flashes,
    isLookingOpen,
    ofNobody,
    async open(exchange, parameters) {
      const visitor = await sessions.visitorOf(exchange)
      return { ...ofNobody(exchange), parameters, visitor, flash: flashes.read(exchange.headers.cookie) }
    },
    async render({ view, render }, { exchange, now, visitor, flash }, isHurried = false) {
      const isOpen = !isHurried && (await isLookingOpen().catch(() => false))
      const ground = { links, now, site: installation.name, path: exchange.path, visitor, flash, isOpen }
      return renderPage(render as never, view, ground)
    },
  }
}
