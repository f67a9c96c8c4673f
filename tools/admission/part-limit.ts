import { type CounterClaim, chargeCounters } from '../../storage/admission/rate-counters.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { type BucketName, type Limits, TRUST_PERCENT } from '../core/rate-limits.ts'
import { LimitReached, refundAction } from './admit.ts'
import { counterClaim, quotasOf } from './quota-state.ts'

interface Counting<Done> {
  bucket: BucketName
  /** Whether the outcome counts: an error, or `undefined` for a success. */
  counts(refusal: Problem | undefined): boolean
  /** Runs it if it does not count; returns `undefined` if it does. */
  free?: () => Promise<Done | undefined>
}

/**
 * Runs a call that may count in a further limit (`limitsToo`), if that has capacity. Calls of one agent run one after
 * the other, so that none is rejected because of one that is refunded afterwards.
 */
export async function runWithLimit<Done>(
  context: Context,
  counting: Counting<Done>,
  run: () => Promise<Done>,
): Promise<Done> {
  const { actor, limits, keyedMutex } = context
  if (!limits) return await run()
  const claim = counterClaim(limits, counting.bucket, actor.agent_id)
  return await keyedMutex(claim.counter, async () => {
    return (await counting.free?.()) ?? (await runInSlot(context, counting, { limits, claim }, run))
  })
}

interface PartSlots {
  limits: Limits
  claim: CounterClaim
}

async function runInSlot<Done>(
  { actor, batch, admissionBatch, now, log }: Context,
  { bucket, counts, free }: Counting<Done>,
  { limits, claim }: PartSlots,
  run: () => Promise<Done>,
): Promise<Done> {
  const item = { ...claim, agent_id: actor.agent_id, percents: TRUST_PERCENT, now_ms: now.getTime() }
  // Refused dry runs count where other refused calls do (DRY-4).
  const counters = limits[bucket].countsRefused ? admissionBatch : batch
  const outcome = await counters(chargeCounters, item)
  if (!outcome.is_granted) {
    const done = await free?.()
    if (done !== undefined) return done
    throw new LimitReached(quotasOf(limits, bucket, outcome.agency_tier ?? 1, outcome, now.getTime()))
  }
  const takeBack = () => refundAction({ admissionBatch: counters, log }, { counter: claim.counter, ...outcome })
  try {
    const done = await run()
    if (!counts(undefined)) await takeBack()
    return done
  } catch (error) {
    if (error instanceof Problem && !counts(error)) await takeBack()
    throw error
  }
}
