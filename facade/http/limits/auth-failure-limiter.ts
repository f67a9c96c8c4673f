import { LRUCache } from 'lru-cache'
import { LimitReached } from '../../../tools/admission/admit.ts'
import type { QuotaState } from '../../../tools/admission/quota-state.ts'
import { lruOptions } from '../../../tools/core/lru-options.ts'
import type { BucketName } from '../../../tools/core/rate-limits.ts'
import type { AddressCounters } from './address-counters.ts'
import { PROVEN_MS, PUBLISHED_AGAIN_MS, type SharedRecentAuth } from './recent-auth-shared.ts'

/**
 * Counts failed authentication by address (LIMIT-3). A claimed agent or token that was authenticated from the address
 * within the hour is exempt, so that a stranger behind the same address cannot lock it out (LIMIT-40). `claim`
 * undefined: not read yet.
 */
export interface AuthFailureLimiter extends RecentAuth {
  /** Throws `rate-limited`, by what this process knows of the address: no signature is tried. */
  check(address: string, claim: string | undefined): Promise<void> | undefined
  /** Counts a failure for all processes; returns the problem once the limit is reached. */
  recordFailure(address: string, claim: string | undefined): Promise<LimitReached | undefined>
}

/** `counters` and `everywhere` undefined: nothing is limited. */
export function createAuthFailureLimiter(
  counters: AddressCounters | undefined,
  everywhere: SharedRecentAuth | undefined,
  clock: () => number,
): AuthFailureLimiter {
  const proofs = createRecentAuth(everywhere, clock)
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
    ...proofs,
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

/** Which agents and tokens were proven from which addresses within the hour. */
interface RecentAuth {
  recordSuccess(address: string, claim: string, agent: string): void
  /** The agent that authenticated with the claim, if this process knows it. */
  agentOf(address: string, claim: string): string | undefined
  /** Queries the other processes if this one does not know. Without `claim`, whether anyone was authenticated. */
  wasAuthenticated(address: string, claim: string | undefined): boolean | Promise<boolean>
}

/** About 200 bytes each. */
const MAX_ENTRIES = 100_000

interface Noted {
  at: number
  /** When it was last published to the other processes. */
  reported: number
  agent: string
}

/** Without `everywhere`, successes are not published: nobody is locked out. */
function createRecentAuth(everywhere: SharedRecentAuth | undefined, clock: () => number): RecentAuth {
  /** By address and claim, and by address. */
  const known = new LRUCache<string, Noted>(lruOptions(MAX_ENTRIES))

  const recent = (key: string) => {
    const found = known.get(key)
    return found && clock() - found.at < PROVEN_MS ? found.agent : undefined
  }

  /** Known ones in place: what each request replaced would be garbage among what lives long. */
  function note(key: string, agent: string): Noted {
    const found = known.peek(key)
    if (found) {
      found.at = clock()
      found.agent = agent
      return found
    }
    const noted = { at: clock(), reported: 0, agent }
    known.set(key, noted)
    return noted
  }

  return {
    recordSuccess(address, claim, agent) {
      note(address, agent)
      const noted = note(addressClaimKey(address, claim), agent)
      if (!everywhere || clock() - noted.reported < PUBLISHED_AGAIN_MS) return
      noted.reported = clock()
      everywhere.publish(address, claim)
    },
    agentOf: (address, claim) => recent(addressClaimKey(address, claim)),
    wasAuthenticated(address, claim) {
      const isKnown = recent(claim === undefined ? address : addressClaimKey(address, claim)) !== undefined
      return isKnown || (everywhere?.has(address, claim) ?? false)
    },
  }
}

const addressClaimKey = (address: string, claim: string) => `${address}\0${claim}`
