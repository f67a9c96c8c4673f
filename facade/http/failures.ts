import { LimitReached } from '../../tools/admission/admission.ts'
import type { Quota } from '../../tools/admission/quotas.ts'
import type { BucketName } from '../../tools/kernel/limits.ts'
import type { AddressCounters } from './address-counters.ts'
import { type Proofs, pairOf } from './proofs.ts'

/**
 * What failed to prove itself, by address (LIMIT-3). One that a claimed agent or token was proven from within the hour
 * may go on with that, so that a stranger locks nobody else out (LIMIT-40). `claim` undefined: not read yet.
 */
export interface Failures {
  /** Raises `rate-limited`, by what this process knows of the address: no signature is tried. */
  judge(address: string, claim: string | undefined): Promise<void> | undefined
  /** Counts it for all processes; answers the refusal once there is no room. */
  failed(address: string, claim: string | undefined): Promise<LimitReached | undefined>
}

/** `counters` undefined: nothing is limited. */
export function openFailures(counters: AddressCounters | undefined, proofs: Proofs): Failures {
  const full = (bucket: BucketName, subject: string) =>
    counters?.lastKnown(bucket, subject)?.find(({ remaining }) => remaining === 0)

  async function judgeFull(address: string, claim: string | undefined, quota: Quota): Promise<void> {
    if (!(await proofs.wasProven(address, claim))) throw new LimitReached([quota])
    const own = claim === undefined ? undefined : full('failed_authentication_of_known', pairOf(address, claim))
    if (own) throw new LimitReached([own])
  }

  async function count(bucket: BucketName, subject: string): Promise<LimitReached | undefined> {
    const counted = await counters?.count(bucket, subject, true)
    return counted && !counted.isGranted ? new LimitReached(counted.quotas) : undefined
  }

  return {
    judge(address, claim) {
      const quota = full('failed_authentication', address)
      return quota && judgeFull(address, claim, quota)
    },
    async failed(address, claim) {
      const refusal = await count('failed_authentication', address)
      if (!refusal || claim === undefined || !(await proofs.wasProven(address, claim))) return refusal
      return await count('failed_authentication_of_known', pairOf(address, claim))
    },
  }
}
