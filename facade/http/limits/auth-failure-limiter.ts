import { LimitReached } from '../../../tools/admission/admit.ts'
import type { QuotaState } from '../../../tools/admission/quota-state.ts'
import type { BucketName } from '../../../tools/core/rate-limits.ts'
import type { AddressCounters } from './address-counters.ts'
import { addressClaimKey, type RecentAuth } from './recent-auth.ts'

/**
 * Counts failed authentication by address (LIMIT-3). A claimed agent or token that was authenticated from the address
 * within the hour is exempt, so that a stranger behind the same address cannot lock it out (LIMIT-40). `claim`
 * undefined: not read yet.
 */
export interface AuthFailureLimiter {
  /** Throws `rate-limited` by the counters in memory, before a signature is verified. */
  check(address: string, claim: string | undefined): Promise<void> | undefined
  /** Counts a failure for all processes; returns the problem once the limit is reached. */
  recordFailure(address: string, claim: string | undefined): Promise<LimitReached | undefined>
}

/** `counters` undefined: rate limits are disabled. */
export function createAuthFailureLimiter(
  counters: AddressCounters | undefined,
  proofs: RecentAuth,
): AuthFailureLimiter {
  const full = (bucket: BucketName, subject: string) =>
    counters?.lastKnown(bucket, subject)?.find(({ remaining }) => remaining === 0)

  async function judgeFull(address: string, claim: string | undefined, quota: QuotaState): Promise<void> {
    if (!(await proofs.wasAuthenticated(address, claim))) throw new LimitReached([quota])
    const own =
      claim === undefined ? undefined : full('failed_authentication_of_known', addressClaimKey(address, claim))
    if (own) throw new LimitReached([own])
  }

  async function count(bucket: BucketName, subject: string): Promise<LimitReached | undefined> {
    const counted = await counters?.count(bucket, subject, true)
    return counted && !counted.isGranted ? new LimitReached(counted.quotas) : undefined
  }

  return {
    check(address, claim) {
      const quota = full('failed_authentication', address)
      return quota && judgeFull(address, claim, quota)
    },
    async recordFailure(address, claim) {
      const refusal = await count('failed_authentication', address)
      if (!refusal || claim === undefined || !(await proofs.wasAuthenticated(address, claim))) return refusal
      return await count('failed_authentication_of_known', addressClaimKey(address, claim))
    },
  }
}
