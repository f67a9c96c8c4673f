import { z } from 'zod'
import { recordRequested } from '../../storage/endpoints/request-times.ts'
import { findOfferRows } from '../../storage/offers/offer-rows.ts'
import { isAnonymous } from '../core/agent-status/anonymous.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { offerRevision, presentOffer } from './offer-schema.ts'

export const getServiceOffer = defineTool({
  name: 'get_service_offer',
  description: 'A revision of an offer: contract, terms, checks of its provider.',
  scope: 'service:read',
  effect: 'read',
  allowsAnonymous: true,
  input: z.object({ offer_revision_id: uuid.describe('the offer') }),
  output: offerRevision,
  problems: ['not-found'],
  async handler({ offer_revision_id }, { db, actor, now }) {
    const asked = { viewer: actor.agent_id, ids: [offer_revision_id], now, ranked: null }
    const [row] = await findOfferRows(db, { ...asked, of: 'visible' })
    if (!row) throw new Problem('not-found', 'This offer does not exist.')
    // Reading an offer does not trigger a check of its provider.
    if (!isAnonymous(actor)) await recordRequested(db, [row.service_id], now)
    return presentOffer(row, { now })
  },
})
