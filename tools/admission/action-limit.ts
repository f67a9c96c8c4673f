import { chargeCounters } from '../../storage/admission/rate-counters.ts'
import { findStoredOutcome } from '../../storage/idempotency/idempotency-rows.ts'
import type { AgentActor, Runtime } from '../core/context.ts'
import { TRUST_PERCENT } from '../core/rate-limits.ts'
import { type CountedAction, LimitReached } from './admit.ts'
import { counterClaim, quotasOf } from './quota-state.ts'

/**
 * Throws if the limit of an action has no room, or counts it, as admission does for a call that is not a dry run. A
 * replay does not count.
 */
export async function requireActionLimit(
  { limits, db, batch, clock }: Runtime,
  { bucket, tool, idempotency_key: key }: CountedAction,
  { agent_id }: AgentActor,
): Promise<void> {
  if (!limits) return
  const now = clock()
  if (key !== '' && (await findStoredOutcome(db, { agent_id, tool, key }, new Date(now)))) return
  const claim = { ...counterClaim(limits, bucket, agent_id), agent_id, percents: TRUST_PERCENT, now_ms: now }
  const outcome = await batch(chargeCounters, claim)
  if (!outcome.is_granted) throw new LimitReached(quotasOf(limits, bucket, outcome.agency_tier ?? 1, outcome, now))
}
