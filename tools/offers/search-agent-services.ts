import { z } from 'zod'
import { findVisibleAgents } from '../../storage/agents/agent-rows.ts'
import { requestTimes } from '../../storage/endpoints/request-times.ts'
import { findOfferRows } from '../../storage/offers/offer-rows.ts'
import { identifierOf } from '../agents/agent-reference.ts'
import { isAnonymous } from '../core/agent-status/anonymous.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { nextCursor } from '../core/schemas.ts'
import { withSearchTimeout } from '../discovery/search-timeout.ts'
import { type OfferFilters, offerFilters, offerSearch, requireKnown } from './filters.ts'
import { findPage } from './find-page.ts'
import { findServicesByMessage, messageService, presentMessageService } from './message-services.ts'
import { offerRevision, presentOffer } from './offer-schema.ts'

export const searchAgentServices = defineTool({
  name: 'search_agent_services',
  description: 'Find services that you can use, best first.',
  scope: 'service:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  limit: 'search',
  input: offerFilters,
  output: z.object({
    offers: z.array(offerRevision),
    message_services: z
      .array(messageService)
      .describe(
        'on the first page, if no other filter than q is set: used by a direct message to their provider (send_dm)',
      ),
    next_cursor: nextCursor,
    has_more: z.boolean(),
  }),
  problems: ['invalid-cursor', 'search-timeout', 'unknown-filter'],
  async handler(given, context) {
    requireKnown(given)
    const { limit, cursor, sort = 'score', ...filters } = given
    const list = `offers\0${sort}\0${JSON.stringify(Object.entries(filters).sort())}`
    const position = readPosition(context, list, cursor)
    const { actor, searchSlots, now, settings } = context
    const search = offerSearch(filters as OfferFilters, {
      viewer: actor.agent_id,
      now,
      provider: await findProvider(context, filters.provider),
    })
    if (!(await settings())['agent_services.marketplace_enabled']) return NOTHING
    const message_services = position ? [] : await findByMessage(context, given)
    if (!search) return { ...NOTHING, message_services }
    const { page, offers } = await withSearchTimeout(
      searchSlots(async db => {
        const page = await findPage(db, search, { sort: sort as 'score' | 'newest', position, limit })
        const ids = page.rows.slice(0, limit).map(({ offer }) => offer)
        const { viewer, ranked } = search
        return { page, offers: await findOfferRows(db, { viewer, ids, now, ranked, of: 'discoverable' }) }
      }),
    )
    if (!isAnonymous(actor) && offers.length > 0) {
      await context.admissionBatch(requestTimes, { service_ids: offers.map(row => row.service_id), now })
    }
    const offerOf = new Map(offers.map(row => [row.id, row]))
    const { items, ...rest } = await nextPage(context, list, page, limit, ({ offer }) => {
      const row = offerOf.get(offer)
      return row ? [presentOffer(row, { ...filters, now })] : []
    })
    return { offers: items.flat(), message_services, ...rest }
  },
})

const NOTHING = { offers: [], message_services: [], next_cursor: null, has_more: false }

/** Filters that services by message can satisfy: they have no offers. */
const OF_ALL_SERVICES = ['q', 'invocation_mode', 'sort', 'limit', 'include_priced']

async function findByMessage({ db, now }: Pick<Context, 'db' | 'now'>, given: OfferFilters) {
  const { q = '', limit, invocation_mode } = given
  const set = Object.keys(given).filter(name => given[name] !== undefined)
  if (invocation_mode === 'aui_task' || !set.every(name => OF_ALL_SERVICES.includes(name))) return []
  return (await findServicesByMessage(db, { q, before: NEWEST_ID, limit })).map(row => presentMessageService(row, now))
}

/** `null`: the agent does not exist or is hidden, which must look the same. */
async function findProvider({ actor, batch, installation }: Context, reference: string | undefined) {
  if (reference === undefined) return undefined
  const named = identifierOf(reference, { actor, installation })
  const agent = await batch(findVisibleAgents, { viewer: actor.agent_id, id: '', handle: '', ...named })
  return agent?.id ?? null
}
