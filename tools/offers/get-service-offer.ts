import { z } from 'zod'
import { noteAsked } from '../../storage/endpoints/asked.ts'
import { findOffers } from '../../storage/offers/offers.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { isStranger } from '../kernel/standing/stranger.ts'
import { offerRevision, presentOffer } from './offer.ts'

export const getServiceOffer = defineTool({
  name: 'get_service_offer',
  description: 'One revision of an offer: its contract, its terms, what was checked of its provider.',
  scope: 'service:read',
  effect: 'read',
  forStrangers: true,
  input: z.object({ offer_revision_id: uuid.describe('the revision') }),
  output: offerRevision,
  problems: ['not-found'],
  async handler({ offer_revision_id }, { db, actor, now }) {
    const asked = { viewer: actor.agent_id, ids: [offer_revision_id], now, ranked: null }
    const [row] = await findOffers(db, { ...asked, of: 'visible' })
    if (!row) throw new Problem('not-found', 'There is no such offer.')
    // Whoever only looks has no provider asked how it is.
    if (!isStranger(actor)) await noteAsked(db, [row.service_id], now)
    return presentOffer(row, { now })
  },
})
