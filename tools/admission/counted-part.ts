import { chargeCounters, refundCounters } from '../../storage/admission/rate-counters.ts'
import type { Context } from '../kernel/context.ts'
import { type BucketName, TRUST_PERCENT } from '../kernel/limits.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { LimitReached } from './admission.ts'
import { counterClaim, quotasOf } from './quotas.ts'

interface Counting {
  bucket: BucketName
  /** Whether what came of it takes room: a refusal, or `undefined` for what was done. */
  counts(refusal: Problem | undefined): boolean
}

/** Does what some calls of a tool count in besides (`limitsToo`), where there is room for it. */
export async function runCounted<Done>(
  { actor, batch, limits, now, log }: Context,
  { bucket, counts }: Counting,
  run: () => Promise<Done>,
): Promise<Done> {
  if (!limits) return await run()
  const claim = counterClaim(limits, bucket, actor.agent_id)
  const item = { ...claim, agent_id: actor.agent_id, percents: TRUST_PERCENT, now_ms: now.getTime() }
  const outcome = await batch(chargeCounters, item)
  if (!outcome.is_granted) {
    throw new LimitReached(quotasOf(limits, bucket, outcome.agency_tier ?? 1, outcome, now.getTime()))
  }
  const giveBack = async () => {
    const { short_slot, long_slot } = outcome
    await batch(refundCounters, { counter: claim.counter, short_slot, long_slot }).catch((err: unknown) => {
      log.warn({ err }, 'what was counted was not given back')
    })
  }
  try {
    const done = await run()
    if (!counts(undefined)) await giveBack()
    return done
  } catch (error) {
    if (error instanceof Problem && !counts(error)) await giveBack()
    throw error
  }
}
