import { BUDGETS, type BudgetUse } from './budgets.ts'
import { type Client, type Used, usedBy } from './turn-queue.ts'

const MS_OF_WEIGHT = 10
const BYTES_OF_WEIGHT = 32 * 1024

const SHARE = BUDGETS.turn_weight.limit
/** Bytes of a call that keeps the event loop busy for ten milliseconds and more. */
const LARGE = 256 * 1024

/** Some ten calls a second, or fewer that take more, or four at once, ... */
const BUSY = 20
const OF_CALL = 5
/** ... and so much of what all clients took: among equals nobody is busy. */
const BUSY_SHARE = 0.1
const SEEN_MS = 1_000
/** A call that takes longer waits for something: it leaves its place to others. */
const BUSY_MS = 200

const isLarge = ({ size }: Client) => size >= LARGE

/** What is under way in the process, and what may be beside it. */
export function openTurnLoad({ watch }: Pick<BudgetUse, 'watch'>, clock: () => number) {
  let calls = 0
  let large = 0
  const all = { used: 0, usedAt: 0 }
  const busy = openBusy(clock, all)
  watch('turns', () => calls)
  watch('turns_large', () => large)
  watch('turns_busy', busy.calls)

  return {
    /** The client calls. */
    note: busy.note,
    mayStart(client: Client): boolean {
      if (calls >= BUDGETS.turns.limit) return false
      if (isLarge(client) && large >= BUDGETS.turns_large.limit) return false
      return busy.mayStart(client) && (client.running === 0 || client.load + client.weight <= SHARE)
    },
    /** Answers what ends the call; it takes the bytes of its outcome. */
    begin(client: Client): (bytes: number) => void {
      const { weight } = client
      const since = clock()
      const ofLarge = isLarge(client) ? 1 : 0
      const endBusy = busy.begin(client, since)
      calls++
      large += ofLarge
      client.running++
      client.load += weight
      return bytes => {
        calls--
        large -= ofLarge
        endBusy()
        client.running--
        // Sums of fractions may leave a rest.
        client.load = client.running === 0 ? 0 : client.load - weight
        const now = clock()
        const taken = settle(client, { ms: now - since, bytes }, now)
        use(all, taken, now)
      }
    },
  }
}

/** The calls of busy clients: while others call too, they share a few places. */
function openBusy(clock: () => number, all: Used) {
  const begun = new Set<{ since: number }>()
  /** When a client that is not busy last called. */
  let modestAt = Number.NEGATIVE_INFINITY

  /** An address stands for many, who cannot be told apart yet. */
  function isBusy(client: Client, now: number): boolean {
    if (!client.isAgent) return false
    const used = usedBy(client, now) + OF_CALL * (client.running + client.waiting.length)
    return used >= BUSY && used >= BUSY_SHARE * usedBy(all, now)
  }

  function calls(): number {
    const now = clock()
    let count = 0
    for (const { since } of begun) if (now - since < BUSY_MS) count++
    return count
  }

  return {
    calls,
    note(client: Client): void {
      const now = clock()
      if (!isBusy(client, now)) modestAt = now
    },
    mayStart(client: Client): boolean {
      const now = clock()
      const areOthersThere = now - modestAt < SEEN_MS
      return !areOthersThere || !isBusy(client, now) || calls() < BUDGETS.turns_busy.limit
    },
    begin(client: Client, since: number): () => void {
      if (!isBusy(client, since)) return NOT_BUSY
      const call = { since }
      begun.add(call)
      return () => void begun.delete(call)
    },
  }
}

const NOT_BUSY = () => {}

/** What a call took makes the next weigh more at once, and less by and by. */
function settle(client: Client, { ms, bytes }: { ms: number; bytes: number }, now: number): number {
  client.size = Math.max(bytes, client.size * 0.75)
  const taken = Math.min(SHARE, Math.max(1, ms / MS_OF_WEIGHT, bytes / BYTES_OF_WEIGHT))
  client.weight = Math.max(taken, client.weight * 0.75 + taken * 0.25)
  use(client, taken, now)
  return taken
}

function use(whose: Used, taken: number, now: number): void {
  whose.used = usedBy(whose, now) + taken
  whose.usedAt = now
}
