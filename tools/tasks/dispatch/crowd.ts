import { openPromptHosts } from '../../../push/broker/prompt-hosts.ts'

/** Tasks held by the process at once, to be called about. */
const HELD = 512
const OF_PROMPT_HOST = 64
/** Of a host that let a call wait, or that was not called yet: four of its calls are under way at once, at most. */
const OF_HOST = 8
/** Places that hosts which are not prompt have together: however many there are, others are called. */
const OF_OTHERS = HELD / 2

/** A task that the process holds. */
export interface Place {
  /** A call of its host ended that began then. */
  called(startedAt: number): void
  leave(): void
}

/** How many tasks of which hosts this process takes: those that keep it waiting hold up no other. */
export function openCrowd(clock: () => number) {
  const held = new Map<string, number>()
  const prompt = openPromptHosts()
  let total = 0
  let ofOthers = 0

  return {
    left: () => HELD - total,
    /** By host, how many more of it; of hosts that are not named, `others`. */
    rooms(): { rooms: Map<string, number>; others: number } {
      const others = Math.min(OF_HOST, OF_OTHERS - ofOthers)
      const rooms = new Map([...held].map(([host, count]) => [host, Math.min(others, OF_HOST - count)]))
      for (const host of prompt.list()) rooms.set(host, OF_PROMPT_HOST - (held.get(host) ?? 0))
      return { rooms, others: Math.max(0, others) }
    },
    /** Whether so much of a host's room is left that it is worth to look for more of it. */
    isWorthMore: (host: string) =>
      (held.get(host) ?? 0) * 2 <= (prompt.isPrompt(host) ? OF_PROMPT_HOST : OF_HOST) && total * 2 <= HELD,
    enter(host: string): Place {
      const others = prompt.isPrompt(host) ? 0 : 1
      held.set(host, (held.get(host) ?? 0) + 1)
      total++
      ofOthers += others
      return {
        called: startedAt => prompt.answered(host, clock() - startedAt),
        leave() {
          const count = held.get(host)! - 1
          if (count === 0) held.delete(host)
          else held.set(host, count)
          total--
          ofOthers -= others
        },
      }
    },
  }
}
