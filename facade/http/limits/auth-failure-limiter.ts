import { LimitReached } from '../../../tools/admission/admit.ts'
import type { QuotaState } from '../../../tools/admission/quota-state.ts'
import type { BucketName } from '../../../tools/core/rate-limits.ts'
import type { AddressCounters } from './address-counters.ts'
import { addressClaimKey, type RecentAuth } from './recent-auth.ts'

/**
 * What failed to prove itself, by address (LIMIT-3). One that a claimed agent or token was proven from within the hour
 * may go on with that, so that a stranger locks nobody else out (LIMIT-40). `claim` undefined: not read yet.
 */
export interface AuthFailureLimiter {
  /** Raises `rate-limited`, by what this process knows of the address: no signature is tried. */
  check(address: string, claim: string | undefined): Promise<void> | undefined
  /** Counts it for all processes; answers the refusal once there is no room. */
  recordFailure(address: string, claim: string | undefined): Promise<LimitReached | undefined>
}

/** `counters` undefined: nothing is limited. */
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
