import { LRUCache } from 'lru-cache'
import { createFastHosts, LATE_MS } from '../../../push/broker/fast-hosts.ts'
import { type ConcurrencyLimits, openConcurrency } from '../../../push/shared-concurrency.ts'
import type { DueTask } from '../../../storage/tasks/task-leases.ts'

/** Tasks held by the process at once, to be called about, beside those that it has been calling about for long. */
const HELD = 512
const OF_PROMPT_HOST = 64
/** Of a host that let a call wait, or that was not called yet: four of its calls are under way at once, at most. */
const OF_HOST = 8
const LIMITS: ConcurrencyLimits = {
  /** However many hosts are not prompt, others are called. */
  places: { sound: HELD, ailing: HELD / 2 },
  ofFree: { host: 1 / 2, address: 1, party: 2 },
  lateMs: LATE_MS,
  waiting: { host: OF_PROMPT_HOST, address: 2 * OF_PROMPT_HOST, party: 2 * OF_PROMPT_HOST },
  allWaiting: HELD,
}
const REMEMBERED = 1_000

/** A task that the process holds. */
export interface DispatchSlot {
  /** A call of its host ended that began then. */
  called(startedAt: number): void
  leave(): void
}

/** What may be claimed of which hosts, and of whose. */
export interface Rooms {
  /** By host, how many more of it. */
  rooms: Map<string, number>
  /** Of each host that is not named. */
  others: number
  /** Whose tasks are passed over. */
  fullParties: string[]
}

/**
 * How many tasks of which hosts this process takes. Those that keep it waiting, and whoever has many of them, hold up no
 * other: a task that it has held for two seconds takes nobody's place.
 */
export function createDispatchConcurrency(clock: () => number) {
  const held = new Map<string, number>()
  const prompt = createFastHosts()
  const concurrency = openConcurrency(LIMITS, clock)
  const parties = new LRUCache<string, string>({ max: REMEMBERED })
  const isPrompt = (host: string) => prompt.isPrompt(host) && !concurrency.isKeptWaiting(host)

  return {
    left: () => (concurrency.standing(false).hasRoom() ? HELD : 0),
    rooms(): Rooms {
      const lanes = { sound: concurrency.standing(false), ailing: concurrency.standing(true) }
      const roomOf = (host: string) => {
        const [lane, most] = isPrompt(host) ? [lanes.sound, OF_PROMPT_HOST] : [lanes.ailing, OF_HOST]
        return Math.min(
          lane.room({ host, address: null, party: parties.get(host) ?? host }),
          most - (held.get(host) ?? 0),
        )
      }
      const known = new Set([...held.keys(), ...prompt.list()])
      const fullParties = [...new Set([...lanes.sound.full().party, ...lanes.ailing.full().party])]
      return {
        rooms: new Map([...known].map(host => [host, roomOf(host)])),
        others: Math.min(OF_HOST, lanes.ailing.hasRoom() ? OF_HOST : 0),
        fullParties,
      }
    },
    /** Whether so much of a host's room is left that it is worth to look for more of it. */
    isWorthMore: (host: string) => (held.get(host) ?? 0) * 2 <= (isPrompt(host) ? OF_PROMPT_HOST : OF_HOST),
    enter({ host, party }: Pick<DueTask, 'host' | 'party'>): DispatchSlot {
      parties.set(host, party)
      held.set(host, (held.get(host) ?? 0) + 1)
      const place = concurrency.enter({ host, party, address: null }, !isPrompt(host))
      place.call()
      return {
        called: startedAt => prompt.answered(host, clock() - startedAt),
        leave() {
          const count = held.get(host)! - 1
          if (count === 0) held.delete(host)
          else held.set(host, count)
          place.leave()
        },
      }
    },
  }
}
