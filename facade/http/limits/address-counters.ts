import { LRUCache } from 'lru-cache'
import { type CounterCharge, type CounterState, chargeCounters } from '../../../storage/admission/rate-counters.ts'
import { DatabaseUnavailable } from '../../../storage/db/db.ts'
import { refundAction } from '../../../tools/admission/admit.ts'
import { counterClaim, NOT_COUNTED, type QuotaState, quotasOf } from '../../../tools/admission/quota-state.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { lruOptions } from '../../../tools/core/lru-options.ts'
import { type BucketName, type Limits, TRUST_PERCENT } from '../../../tools/core/rate-limits.ts'
import { keyedDigest } from '../client-address.ts'

export interface CountResult {
  isGranted: boolean
  quotas: QuotaState[]
  charge?: CounterCharge
}

/** Counters that all processes share, of requests and attempts by address. */
export interface AddressCounters {
  /** The value when this process last counted; `undefined`: never. Does not query the database. */
  lastKnown(bucket: BucketName, subject: string): QuotaState[] | undefined
  empty(bucket: BucketName): QuotaState[]
  /** Counts one, if the limit allows it; with `isOptional` it succeeds while the database is not reachable. */
  count(bucket: BucketName, subject: string, isOptional: boolean): Promise<CountResult>
  refund(bucket: BucketName, subject: string, counted: CountResult): Promise<void>
}

/** About 300 bytes each. */
const MAX_ADDRESSES = 50_000

export function createAddressCounters(runtime: Runtime, limits: Limits): AddressCounters {
  const { clock, secret } = runtime
  const known = new LRUCache<string, CounterState>(lruOptions(MAX_ADDRESSES))
  const keyOf = (bucket: BucketName, subject: string) => `${bucket} ${subject}`
  const quotas = (bucket: BucketName, state: CounterState) => quotasOf(limits, bucket, 1, state, clock())
  const lastKnown = (bucket: BucketName, subject: string) => {
    const state = known.get(keyOf(bucket, subject))
    return state && quotas(bucket, state)
  }

  const claimOf = (bucket: BucketName, subject: string) => counterClaim(limits, bucket, keyedDigest(secret, subject))

  return {
    lastKnown,
    empty: bucket => quotas(bucket, NOT_COUNTED),
    async count(bucket, subject, isOptional) {
      const claim = claimOf(bucket, subject)
      const item = { ...claim, agent_id: '', percents: TRUST_PERCENT, now_ms: clock() }
      try {
        const outcome = await runtime.admissionBatch(chargeCounters, item)
        known.set(keyOf(bucket, subject), outcome)
        const { short_slot, long_slot } = outcome
        return {
          isGranted: outcome.is_granted,
          quotas: quotas(bucket, outcome),
          charge: { counter: claim.counter, short_slot, long_slot },
        }
      } catch (error) {
        if (!isOptional || !(error instanceof DatabaseUnavailable)) throw error
        return { isGranted: true, quotas: lastKnown(bucket, subject) ?? quotas(bucket, NOT_COUNTED) }
      }
    },
    async refund(bucket, subject, { charge }) {
      if (!charge) return
      known.delete(keyOf(bucket, subject))
      await refundAction(runtime, charge)
    },
  }
}
