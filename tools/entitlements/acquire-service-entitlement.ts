import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findAccount, findEntitlement } from '../../storage/entitlements/entitlements.ts'
import { type EntitlementScope, SCOPES } from '../../storage/entitlements/rights.ts'
import { requireMoreThanSelfWrites } from '../agents/privacy.ts'
import type { TransactionScope } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { acquirableProblems, askAgain, requireInvocable } from '../offers/invocable.ts'
import { withoutMarketplace } from '../services/marketplace.ts'
import { entitlement, noSuchEntitlement, presentEntitlement } from './entitlement.ts'
import { provisionFree } from './free.ts'

const AGENTS = 100

export const acquireServiceEntitlement = defineTool({
  name: 'acquire_service_entitlement',
  description: 'Acquire the right to use a free service. Optional: the first invocation does it for the agent alone.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'entitlements',
  input: z.object({
    offer_revision_id: uuid.describe('the current one'),
    scope: z.enum(SCOPES).default('agent_bound').describe('for yourself, all agents of your owner, or some of these'),
    restricted_agent_ids: z.array(uuid).max(AGENTS).optional().describe('with account_restricted'),
  }),
  output: entitlement,
  closed: withoutMarketplace,
  problems: [
    ...acquirableProblems,
    ...(['marketplace-disabled', 'owner-required', 'payment-required'] as const),
    ...(['entitlement-revoked', 'entitlement-exhausted'] as const),
  ],
  async handler({ offer_revision_id, scope: wanted, restricted_agent_ids = [] }, context) {
    const { actor, now, newId } = context
    const { agent_id } = actor
    const whom = { scope: wanted, restricted_agent_ids: [...new Set(restricted_agent_ids)].sort() }
    requireFitting(whom)
    const acquire = async (scope: TransactionScope) => {
      const offer = await requireInvocable(scope.db, { agent_id, offer_revision_id, deed: 'acquire', now })
      await requireMoreThanSelfWrites(context)
      await requireAccount(scope.db, agent_id, whom)
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

interface Whom {
  scope: EntitlementScope
  restricted_agent_ids: readonly string[]
}

const faulty = (message: string) =>
  new Problem('validation-error', 'The input does not fit; `errors` says where and why.', {
    errors: [{ pointer: '/restricted_agent_ids', code: 'custom', message }],
  })

function requireFitting({ scope, restricted_agent_ids }: Whom): void {
  const isRestricted = scope === 'account_restricted'
  if (isRestricted && restricted_agent_ids.length === 0) throw faulty('must name at least one agent')
  if (!isRestricted && restricted_agent_ids.length > 0) throw faulty('is for the scope account_restricted')
}

async function requireAccount(db: Queryable, agentId: string, { scope, restricted_agent_ids }: Whom): Promise<void> {
  if (scope === 'agent_bound') return
  const { owner_id, strangers } = await findAccount(db, agentId, restricted_agent_ids)
  if (owner_id === null) throw new Problem('owner-required', 'You have no owner, and so no account to share it with.')
  if (strangers.length > 0) throw faulty('must name agents of your owner alone')
}
