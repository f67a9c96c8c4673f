import { chargeCounters } from '../../storage/admission/rate-counters.ts'
import { LimitReached } from '../admission/admission.ts'
import { giveBack } from '../admission/counted-action.ts'
import { counterClaim, quotasOf } from '../admission/quotas.ts'
import type { AnyoneActor, Context } from '../kernel/context.ts'
import { TRUST_PERCENT } from '../kernel/limits.ts'
import { Problem } from '../kernel/problems/problems.ts'

/** Counts a token for its agent: only what it is given for says who asks, so that admission cannot. */
export async function counted<Result>(
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
    if (error instanceof Problem) await giveBack({ admissionBatch: batch, log }, { counter: claim.counter, ...outcome })
    throw error
  })
}
