import { LRUCache } from 'lru-cache'
import { createFastHosts, LATE_MS } from '../../../push/broker/fast-hosts.ts'
import { type ConcurrencyLimits, openConcurrency } from '../../../push/shared-concurrency.ts'
import type { DueTask } from '../../../storage/tasks/task-leases.ts'

/** Maximum tasks that the process holds for calls, besides those it has been calling about for long. */
const HELD = 512
const OF_PROMPT_HOST = 64
/** For a slow host, or one that was not called yet: at most four concurrent calls. */
const OF_HOST = 8
const LIMITS: ConcurrencyLimits = {
  /** However many hosts are slow, others are called. */
  slots: { sound: HELD, ailing: HELD / 2 },
  ofFree: { host: 1 / 2, address: 1, party: 2 },
  lateMs: LATE_MS,
  waiting: { host: OF_PROMPT_HOST, address: 2 * OF_PROMPT_HOST, party: 2 * OF_PROMPT_HOST },
  allWaiting: HELD,
}
const REMEMBERED = 1_000

/** A task that the process holds. */
export interface DispatchSlot {
  /** Records the end of a call to its host. */
  recordDuration(startedAt: number): void
  leave(): void
}

/** What may be claimed, by host and party. */
export interface FreeSlots {
  /** Further tasks by host. */
  freeSlots: Map<string, number>
  /** For each host that is not listed. */
  others: number
  /** Parties whose tasks are skipped. */
  fullParties: string[]
}

/**
 * How many tasks of which hosts this process takes. Slow hosts and parties with many tasks delay no others: a task that
 * was held for two seconds no longer counts against anybody.
 */
export function createDispatchConcurrency(clock: () => number) {
  const held = new Map<string, number>()
  const prompt = createFastHosts()
  const concurrency = openConcurrency(LIMITS, clock)
  const parties = new LRUCache<string, string>({ max: REMEMBERED })
  const isPrompt = (host: string) => prompt.isPrompt(host) && !concurrency.isLate(host)

  return {
    left: () => (concurrency.standing(false).hasFreeSlot() ? HELD : 0),
    freeSlots(): FreeSlots {
      const lanes = { sound: concurrency.standing(false), ailing: concurrency.standing(true) }
      const freeSlotsOf = (host: string) => {
        const [lane, most] = isPrompt(host) ? [lanes.sound, OF_PROMPT_HOST] : [lanes.ailing, OF_HOST]
        return Math.min(
          lane.available({ host, address: null, party: parties.get(host) ?? host }),
          most - (held.get(host) ?? 0),
        )
      }
      const known = new Set([...held.keys(), ...prompt.list()])
      const fullParties = [...new Set([...lanes.sound.full().party, ...lanes.ailing.full().party])]
      return {
        freeSlots: new Map([...known].map(host => [host, freeSlotsOf(host)])),
        others: Math.min(OF_HOST, lanes.ailing.hasFreeSlot() ? OF_HOST : 0),
        fullParties,
      }
    },
    /** Whether a host has enough free slots to look for more of its tasks. */
    isWorthMore: (host: string) => (held.get(host) ?? 0) * 2 <= (isPrompt(host) ? OF_PROMPT_HOST : OF_HOST),
    enter({ host, party }: Pick<DueTask, 'host' | 'party'>): DispatchSlot {
      parties.set(host, party)
      held.set(host, (held.get(host) ?? 0) + 1)
      const slot = concurrency.enter({ host, party, address: null }, !isPrompt(host))
      slot.call()
      return {
        recordDuration: startedAt => prompt.answered(host, clock() - startedAt),
        leave() {
          const count = held.get(host)! - 1
          if (count === 0) held.delete(host)
          else held.set(host, count)
          slot.leave()
        },
      }
    },
  }
}
