import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../../tools/core/lru-options.ts'
import { PROVEN_MS, PUBLISHED_AGAIN_MS, type SharedRecentAuth } from './recent-auth-shared.ts'

/** Which agents and tokens were authenticated from which addresses within the hour. */
export interface RecentAuth {
  record(address: string, claim: string, agent: string): void
  /** The agent behind a claim, as far as this process knows. */
  agentOf(address: string, claim: string): string | undefined
  /** Queries the other processes if this one does not know; `claim` undefined: whether there was any. */
  wasAuthenticated(address: string, claim: string | undefined): boolean | Promise<boolean>
}

/** About 200 bytes each. */
const KEPT = 100_000

interface Noted {
  at: number
  /** When it was last shared. */
  reported: number
  agent: string
}

/** `everywhere` undefined: rate limits are disabled, so nobody is locked out. */
export function createRecentAuth(everywhere: SharedRecentAuth | undefined, clock: () => number): RecentAuth {
  /** By address and claim, and by address. */
  const known = new LRUCache<string, Noted>(lruOptions(KEPT))

  const recent = (key: string) => {
    const found = known.get(key)
    return found && clock() - found.at < PROVEN_MS ? found.agent : undefined
  }

  /**
   * Known entries are updated in place: replacing them with each request would create garbage in the old generation.
   */
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
    record(address, claim, agent) {
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

export const addressClaimKey = (address: string, claim: string) => `${address}\0${claim}`
