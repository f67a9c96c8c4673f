import { createHmac } from 'node:crypto'
import { type CounterCharge, chargeCounters } from '../../storage/admission/rate-counters.ts'
import { LimitReached } from '../admission/admit.ts'
import { counterClaim, quotasOf } from '../admission/quota-state.ts'
import type { Runtime } from '../core/context.ts'
import { type BucketName, TRUST_PERCENT } from '../core/rate-limits.ts'

type Counting = Pick<Runtime, 'limits' | 'batch' | 'secret'>

/** Counts a call for an account, which need not exist; throws `rate-limited` if the limit is reached. */
export async function chargeAccountLimit(
  { limits, batch, secret }: Counting,
  bucket: BucketName,
  account: string,
  now: number,
): Promise<CounterCharge | undefined> {
  if (!limits) return undefined
  const subject = createHmac('sha256', secret).update(`account\0${account}`).digest('base64url')
  const claim = counterClaim(limits, bucket, subject)
  const outcome = await batch(chargeCounters, { ...claim, agent_id: '', percents: TRUST_PERCENT, now_ms: now })
  if (!outcome.is_granted) throw new LimitReached(quotasOf(limits, bucket, 1, outcome, now))
  return { counter: claim.counter, short_slot: outcome.short_slot, long_slot: outcome.long_slot }
}
