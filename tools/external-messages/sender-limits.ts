import { chargeCounters } from '../../storage/admission/rate-counters.ts'
import { LimitReached } from '../admission/admit.ts'
import { counterClaim, quotasOf } from '../admission/quota-state.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import { TRUST_PERCENT } from '../core/rate-limits.ts'

/** Counts a message against its origin and its recipient (EXT-6). */
export async function chargeSender(
  { limits, admissionBatch, now }: Pick<Context<AnyoneActor>, 'limits' | 'admissionBatch' | 'now'>,
  origin: string,
  recipient: string,
): Promise<void> {
  if (!limits) return
  const subjects = [
    ['external_messages', origin],
    ['external_messages_received', recipient],
  ] as const
  for (const [bucket, subject] of subjects) {
    const item = {
      ...counterClaim(limits, bucket, subject),
      agent_id: '',
      percents: TRUST_PERCENT,
      now_ms: now.getTime(),
    }
    const outcome = await admissionBatch(chargeCounters, item)
    if (!outcome.is_granted) throw new LimitReached(quotasOf(limits, bucket, 1, outcome, now.getTime()))
  }
}
