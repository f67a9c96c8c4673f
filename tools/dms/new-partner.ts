import { chargeCounters, refundCounters } from '../../storage/admission/rate-counters.ts'
import { LimitReached } from '../admission/admission.ts'
import { counterClaim, quotasOf } from '../admission/quotas.ts'
import type { Context } from '../kernel/context.ts'
import { type Limits, TRUST_PERCENT } from '../kernel/limits.ts'
import { Problem } from '../kernel/problems/problems.ts'

const BUCKET = 'dm_partners'

/** The message would be the first of its conversation, for which there must be room. */
export class Unbegun extends Problem {
  constructor() {
    super('rate-limited', 'This message would begin a conversation.')
  }
}

/**
 * Sends a message, which begins a conversation where there is room for one more (DM-62): `send` raises `Unbegun` where it
 * would begin one and may not. What begins none is judged by one statement alone.
 */
export async function sendWithinPartners<Sent>(
  context: Context,
  send: (mayBegin: boolean) => Promise<Sent>,
): Promise<Sent> {
  const { limits } = context
  if (!limits) return await send(true)
  try {
    return await send(false)
  } catch (error) {
    if (!(error instanceof Unbegun)) throw error
    return await beginCounted(context, limits, () => send(true))
  }
}

async function beginCounted<Sent>(
  { actor, batch, now, log }: Context,
  limits: Limits,
  send: () => Promise<Sent>,
): Promise<Sent> {
  const claim = counterClaim(limits, BUCKET, actor.agent_id)
  const item = { ...claim, agent_id: actor.agent_id, percents: TRUST_PERCENT, now_ms: now.getTime() }
  const outcome = await batch(chargeCounters, item)
  if (!outcome.is_granted) {
    throw new LimitReached(quotasOf(limits, BUCKET, outcome.agency_tier ?? 1, outcome, now.getTime()))
  }
  try {
    return await send()
  } catch (error) {
    const { short_slot, long_slot } = outcome
    if (error instanceof Problem) {
      await batch(refundCounters, { counter: claim.counter, short_slot, long_slot }).catch((err: unknown) => {
        log.warn({ err }, 'what was counted was not given back')
      })
    }
    throw error
  }
}
