import { type Client, levelOf, pauseOf, usedBy } from './turn-queue.ts'

/** Some four calls a second, or fewer that take more: less is not much, however little others take. */
const MUCH = 5
/** It stands for many, who cannot be told apart yet. */
const MUCH_OF_ADDRESS = 20
/** Of the clients that called just now so many are looked at ... */
const LATEST = 128
const LISTED_FOR_MS = 50
const JUST_NOW_MS = 300
/** ... of which two, and such a part, take less than much, and call a third as often as it takes calls: among equals few do, from the first on. */
const OTHERS = 2
const PART = 1 / 8
const THIRD = 1 / 3
/** No pause between two calls counts for more. */
export const LONGEST_PAUSE_MS = 1_000
/** Of what is known of its pauses, the last one is so much: one alone says little. */
const NEW = 0.3

/** Who takes much more than others who call too: of those the first call needs room as any further one does. */
export function openRestraint() {
  const latest = openLatest()
  return {
    /** The client calls. */
    note: latest.note,
    takesMuch(client: Client, now: number): boolean {
      const taken = usedBy(client, now) + client.running + client.waiting.length
      return taken >= (client.isAgent ? MUCH : MUCH_OF_ADDRESS) && latest.areSeldom(pauseOf(taken * THIRD), now)
    },
  }
}

function openLatest() {
  /** The latest at the end, nearly: who calls again and again is not put there each time. */
  const latest = new Set<Client>()
  return {
    note(client: Client, now: number): void {
      const pause = Math.min(now - client.calledAt, LONGEST_PAUSE_MS)
      client.pause = client.pause * (1 - NEW) + pause * NEW
      client.calledAt = now
      if (now - client.listedAt < LISTED_FOR_MS) return
      client.listedAt = now
      if (!latest.delete(client) && latest.size === LATEST) latest.delete(latest.values().next().value!)
      latest.add(client)
    },
    /** Whether enough of them let so much time pass between their calls. */
    areSeldom(pause: number, now: number): boolean {
      const much = levelOf(MUCH, now)
      let seen = 0
      let others = 0
      for (const other of latest) {
        if (now - other.calledAt >= JUST_NOW_MS) continue
        seen++
        if (other.pause >= pause && other.level < much) others++
      }
      return others >= OTHERS && others >= seen * PART
    },
  }
}
