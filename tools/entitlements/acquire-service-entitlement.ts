import { z } from 'zod'
import { findEntitlement } from '../../storage/entitlements/entitlements.ts'
import { requireMoreThanSelfWrites } from '../agents/privacy.ts'
import type { TransactionScope } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { acquirableProblems, askAgain, requireInvocable } from '../offers/invocable.ts'
import { withoutMarketplace } from '../services/marketplace.ts'
import { entitlement, noSuchEntitlement, presentEntitlement } from './entitlement.ts'
import { provisionFree } from './free.ts'
import { readWhom, requireBeneficiary, whomInputs } from './whom.ts'

export const acquireServiceEntitlement = defineTool({
  name: 'acquire_service_entitlement',
  description: 'Acquire the right to use a free service. Optional: the first invocation does it for the agent alone.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'entitlements',
  input: z.object({
    offer_revision_id: uuid.describe('the current one'),
    ...whomInputs,
  }),
  output: entitlement,
  closed: withoutMarketplace,
  problems: [
    ...acquirableProblems,
    ...(['marketplace-disabled', 'owner-required', 'payment-required'] as const),
    ...(['entitlement-revoked', 'entitlement-exhausted'] as const),
  ],
  async handler({ offer_revision_id, ...given }, context) {
    const { actor, now, newId } = context
    const { agent_id } = actor
    const whom = readWhom(given)
    const acquire = async (scope: TransactionScope) => {
      const offer = await requireInvocable(scope.db, { agent_id, offer_revision_id, deed: 'acquire', now })
      await requireMoreThanSelfWrites(context)
      await requireBeneficiary(scope.db, agent_id, whom)
      if (offer.pricing_model !== 'free') {
        throw new Problem('payment-required', 'This offer has a price: ask for a quote, and settle that.')
      }
      const id = await provisionFree(scope, { offer, agent_id, now, newId }, whom)
      const row = await findEntitlement(scope.db, { viewer: agent_id, id, now })
      if (!row) throw noSuchEntitlement()
      return presentEntitlement(row)
    }
    return await context.transaction(acquire).catch(askAgain(context, offer_revision_id))
  },
})
