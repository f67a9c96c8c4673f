import { LRUCache } from 'lru-cache'
import { findProvenClaims, recordProvenClaims } from '../../../storage/admission/recent-auth-claims.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { HOUR, MINUTE, SECOND } from '../../../tools/core/durations.ts'
import { digest16 } from '../../../tools/core/text/digest.ts'
import { keyedDigest } from '../client-address.ts'

/** How long a successful authentication from an address counts. */
export const PROVEN_MS = HOUR

/** Recent successful authentications by address, shared by all processes (LIMIT-40). */
export interface SharedRecentAuth {
  publish(address: string, claim: string): void
  /** Without `claim`, whether anyone was authenticated. Queries the database once every few seconds per address. */
  has(address: string, claim: string | undefined): Promise<boolean>
}

/** An authentication is shared again after this time. */
export const PUBLISHED_AGAIN_MS = 10 * MINUTE

const LOADED_MS = 5 * SECOND

/** Addresses; each with up to 2,000 claims of about 100 bytes. */
const LOADED = 50

export function createSharedRecentAuth(runtime: Runtime): SharedRecentAuth {
  const { admissionBatch, clock, db, log, secret } = runtime
  const loaded = new LRUCache<string, { at: number; claims: Promise<ReadonlySet<string>> }>({ max: LOADED })
  const addressOf = (address: string) => digest16('proven', keyedDigest(secret, address))
  const claimOf = (address: string, claim: string) => digest16('proven', keyedDigest(secret, address), claim)

  async function load(address: string): Promise<ReadonlySet<string>> {
    return new Set(await findProvenClaims(db, addressOf(address), new Date(clock())))
  }

  function claimsOf(address: string): Promise<ReadonlySet<string>> {
    const found = loaded.get(address)
    if (found && clock() - found.at < LOADED_MS) return found.claims
    const claims = load(address).catch(error => {
      log.warn({ err: error }, 'recently authenticated addresses could not be loaded')
      return NONE
    })
    loaded.set(address, { at: clock(), claims })
    return claims
  }

  return {
    publish(address, claim) {
      const expires_at = new Date(clock() + PROVEN_MS + PUBLISHED_AGAIN_MS).toISOString()
      const item = { address: addressOf(address), claim: claimOf(address, claim), expires_at }
      admissionBatch(recordProvenClaims, item).catch((error: unknown) => {
        log.warn({ err: error }, 'recently authenticated addresses could not be shared')
      })
    },
    async has(address, claim) {
      const claims = await claimsOf(address)
      return claim === undefined ? claims.size > 0 : claims.has(claimOf(address, claim))
    },
  }
}

const NONE: ReadonlySet<string> = new Set()
