import { chargeCounters } from '../../storage/admission/rate-counters.ts'
import { LimitReached, refundAction } from '../admission/admit.ts'
import { counterClaim, quotasOf } from '../admission/quota-state.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { TRUST_PERCENT } from '../core/rate-limits.ts'

/** Counts an issued token for its agent: the agent is known only from the assertion, so admission cannot count it. */
export async function withTokenLimit<Result>(
  agent_id: string,
  { limits, batch, now, log }: Context<AnyoneActor>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!limits) return await run()
  const claim = { ...counterClaim(limits, 'tokens', agent_id), agent_id, percents: TRUST_PERCENT }
  const outcome = await batch(chargeCounters, { ...claim, now_ms: now.getTime() })
  if (!outcome.is_granted)
    throw new LimitReached(quotasOf(limits, 'tokens', outcome.agency_tier ?? 1, outcome, now.getTime()))
  return await run().catch(async (error: unknown) => {
    if (error instanceof Problem)
      await refundAction({ admissionBatch: batch, log }, { counter: claim.counter, ...outcome })
    throw error
  })
}
