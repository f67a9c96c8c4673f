import { LRUCache } from 'lru-cache'
import { LimitReached } from '../../tools/admission/admission.ts'
import { quotaOf } from '../../tools/admission/quotas.ts'
import { type Counted, later } from '../../tools/admission/sliding-window.ts'
import { HOUR } from '../../tools/kernel/durations.ts'
import type { BucketName, Limits } from '../../tools/kernel/limits.ts'

/** What failed to prove itself, by address, judged from memory: neither a signature nor the database is asked. */
export interface Failures {
  /**
   * Refuses an address over its bucket. One that a claimed agent or token was proven from within the hour may go on
   * with that, so that a stranger locks nobody else out; `claim` undefined: not read yet.
   */
  judge(address: string, claim: string | undefined): void
  failed(address: string, claim: string | undefined): void
  proven(address: string, claim: string, agent: string): void
  /** The agent whose it was when it was proven from that address within the hour. */
  knownAs(address: string, claim: string): string | undefined
}

interface Window extends Counted {
  slot: number
}

/** About 200 bytes each. */
const KEPT = 50_000
const KNOWN_MS = HOUR

export function openFailures(limits: Limits | undefined, clock: () => number): Failures {
  const addresses = limits && openWindows(limits, 'failed_authentication', clock)
  const pairs = limits && openWindows(limits, 'failed_authentication_of_known', clock)
  /** By pair, and by address, when something was proven last. */
  const known = new LRUCache<string, { at: number; agent: string }>({ max: 2 * KEPT })
  const recent = (key: string) => {
    const found = known.get(key)
    return found && clock() - found.at < KNOWN_MS ? found.agent : undefined
  }
  const isRecent = (key: string) => recent(key) !== undefined
  const pairOf = (address: string, claim: string) => `${address}\0${claim}`

  /** Known ones in place: what each request replaced would be garbage among what lives long. */
  function note(key: string, agent: string): void {
    const found = known.get(key)
    if (!found) return void known.set(key, { at: clock(), agent })
    found.at = clock()
    found.agent = agent
  }

  return {
    judge(address, claim) {
      const quota = addresses?.read(address)
      if (!quota || quota.remaining > 0) return
      if (!isRecent(claim === undefined ? address : pairOf(address, claim))) throw new LimitReached([quota])
      const own = claim === undefined ? undefined : pairs?.read(pairOf(address, claim))
      if (own?.remaining === 0) throw new LimitReached([own])
    },
    failed(address, claim) {
      addresses?.count(address)
      if (claim !== undefined && isRecent(pairOf(address, claim))) pairs?.count(pairOf(address, claim))
    },
    knownAs: (address, claim) => recent(pairOf(address, claim)),
    proven(address, claim, agent) {
      note(address, agent)
      note(pairOf(address, claim), agent)
    },
  }
}

function openWindows(limits: Limits, bucket: BucketName, clock: () => number) {
  const [window] = limits[bucket].windows
  const windows = new LRUCache<string, Window>({ max: KEPT })
  const slotOf = (now: number) => Math.floor(now / window.windowMs)
  const now = (key: string, at: number): Counted => {
    const held = windows.get(key)
    return held ? later(held, window.windowMs, held.slot, at) : { previous: 0, current: 0 }
  }
  return {
    read: (key: string) => quotaOf({ bucket }, window, 1, now(key, clock()), clock()),
    count(key: string) {
      const at = clock()
      const { previous, current } = now(key, at)
      windows.set(key, { previous, current: current + 1, slot: slotOf(at) })
    },
  }
}
