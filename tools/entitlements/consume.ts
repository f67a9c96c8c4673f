import type { Queryable } from '../../storage/db/db.ts'
import { consumeUse, findNewestPaid } from '../../storage/entitlements/rights.ts'
import type { TransactionScope } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { type FreeUse, provisionAtFirstUse } from './free-entitlements.ts'
import { exhausted, revoked } from './refusals.ts'

/** The problems that `consumeEntitlement` may throw. */
export const consumeProblems = [
  'entitlement-required',
  'entitlement-revoked',
  'entitlement-expired',
  'entitlement-exhausted',
] as const

/** A consumed use, for a refund. */
export interface ConsumedUse {
  entitlement_id: string
  allowance_id: string
  window_start: string
}

/** Consumes one use of an entitlement of the agent, creating a free one if it has none (RIGHT-20 to RIGHT-24). */
export async function consumeEntitlement(
  scope: Pick<TransactionScope, 'db' | 'emit'>,
  use: FreeUse,
): Promise<ConsumedUse> {
  const { offer, agent_id, now } = use
  const { service_id, pricing_model } = offer
  const taking = { agent_id, service_id, pricing_model, now }
  for (;;) {
    const drawn = await consumeUse(scope.db, taking)
    if (drawn) {
      const { remaining, acquirer_id, ...taken } = drawn
      if (remaining === 0) emitExhausted(scope, new Set([acquirer_id, agent_id]), taken.entitlement_id, use)
      return taken
    }
    // Another call may have taken the last use between selection and use: then the selection is repeated.
    if (pricing_model === 'free') await provisionAtFirstUse(scope, use)
    else await requirePaid(scope.db, use)
  }
}

/** Throws if the newest entitlement of the agent cannot be used. */
async function requirePaid(db: Queryable, { offer: { service_id }, agent_id, now }: FreeUse): Promise<void> {
  const newest = await findNewestPaid(db, { agent_id, service_id }, now)
  if (!newest) throw new Problem('entitlement-required', 'This offer has a price, and you have no entitlement to it.')
  if (newest.revoked_by !== null) throw revoked()
  if (newest.is_expired) throw new Problem('entitlement-expired', 'Your entitlement to this service has expired.')
  const { cycle, limit_per_cycle, used_in_cycle } = newest
  if (limit_per_cycle !== null && used_in_cycle >= limit_per_cycle) throw exhausted(cycle, now)
}

function emitExhausted(
  { emit }: Pick<TransactionScope, 'emit'>,
  holders: ReadonlySet<string>,
  entitlement_id: string,
  { offer: { service_id } }: FreeUse,
): void {
  for (const holder of holders) {
    emit(holder, 'service.entitlement.exhausted', {
      actor: { kind: 'platform' },
      subject: {},
      excerpt: '',
      data: { entitlement_id, service_id },
    })
  }
}
