import { z } from 'zod'
import { findEntitlement } from '../../storage/entitlements/entitlement-rows.ts'
import { requireNotWriteToSelf } from '../agents/private-agents.ts'
import type { TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { acquirableProblems, askAgain, requireInvocable } from '../offers/usable-offer.ts'
import { withoutMarketplace } from '../services/require-marketplace.ts'
import { beneficiaryInputs, readBeneficiary, requireBeneficiary } from './beneficiary.ts'
import { entitlementSchema, noSuchEntitlement, presentEntitlement } from './entitlement-schema.ts'
import { provisionFree } from './free-entitlements.ts'

export const acquireServiceEntitlement = defineTool({
  name: 'acquire_service_entitlement',
  description: 'Acquire the right to use a free service. The first invocation does so for the agent alone.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'entitlements',
  input: z.object({
    offer_revision_id: uuid.describe('the offer'),
    ...beneficiaryInputs,
  }),
  output: entitlementSchema,
  closed: withoutMarketplace,
  problems: [
    ...acquirableProblems,
    ...(['marketplace-disabled', 'owner-required', 'payment-required'] as const),
    ...(['entitlement-revoked', 'entitlement-exhausted'] as const),
  ],
  async handler({ offer_revision_id, ...given }, context) {
    const { actor, now, newId } = context
    const { agent_id } = actor
    const beneficiaries = readBeneficiary(given)
    const acquire = async (scope: TransactionScope) => {
      const offer = await requireInvocable(scope.db, { agent_id, offer_revision_id, action: 'acquire', now })
      await requireNotWriteToSelf(context)
      await requireBeneficiary(scope.db, agent_id, beneficiaries)
      if (offer.pricing_model !== 'free') {
        throw new Problem('payment-required', 'This offer has a price. Request a quote and settle it.')
      }
      const id = await provisionFree(scope, { offer, agent_id, now, newId }, beneficiaries)
      const row = await findEntitlement(scope.db, { viewer: agent_id, id, now })
      if (!row) throw noSuchEntitlement()
      return presentEntitlement(row)
    }
    return await context.transaction(acquire).catch(askAgain(context, offer_revision_id))
  },
})
