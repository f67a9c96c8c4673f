import { BUDGETS, type BudgetUse } from './budgets.ts'
import { openRestraint } from './restraint.ts'
import { type CallKind, type Client, levelOf, usedBy } from './turn-queue.ts'

const MS_OF_WEIGHT = 10
const BYTES_OF_WEIGHT = 32 * 1024

const SHARE = BUDGETS.turn_weight.limit
/** Bytes of a call that keeps the event loop busy for ten milliseconds and more. */
const LARGE = 256 * 1024

/** Long pages are, until it is seen what they are. */
export const firstSizes = (): Client['sizes'] => ({ call: 0, page: LARGE })

/** What is under way in the process, and what may be beside it. */
export function openTurnLoad({ watch }: Pick<BudgetUse, 'watch'>, clock: () => number) {
  let calls = 0
  let large = 0
  const restraint = openRestraint(clock)
  watch('turns', () => calls)
  watch('turns_large', () => large)
  watch('turns_busy', restraint.calls)

  return {
    /** The client calls. */
    note: restraint.note,
    /** `kind`: of the call that would be next. */
    mayStart(client: Client, kind = client.waiting[0]?.kind ?? 'call'): boolean {
      if (calls >= BUDGETS.turns.limit) return false
      if (client.sizes[kind] >= LARGE && large >= BUDGETS.turns_large.limit) return false
      return restraint.mayStart(client) && (client.running === 0 || client.load + client.weight <= SHARE)
    },
    /** Answers what ends the call; it takes the bytes of its outcome. */
    begin(client: Client, kind: CallKind, isPrelude: boolean): (bytes: number) => void {
      const { weight } = client
      const since = clock()
      const ofLarge = client.sizes[kind] >= LARGE ? 1 : 0
      const endMuch = restraint.begin(client, since)
      const beside = calls++
      large += ofLarge
      client.running++
      client.load += weight
      return bytes => {
        calls--
        large -= ofLarge
        client.running--
        // Sums of fractions may leave a rest.
        client.load = client.running === 0 ? 0 : client.load - weight
        const now = clock()
        endMuch(now)
        if (!isPrelude) settle(client, { kind, ms: now - since, bytes, beside: Math.max(beside, calls) }, now)
      }
    },
  }
}

interface Taken {
  kind: CallKind
  ms: number
  bytes: number
  /** So many other calls were under way. */
  beside: number
}

const weightOf = (ms: number, bytes: number) => Math.min(SHARE, Math.max(1, ms / MS_OF_WEIGHT, bytes / BYTES_OF_WEIGHT))

/** What a call took makes the next weigh more at once, and less by and by. It took its part of the time alone. */
function settle(client: Client, { kind, ms, bytes, beside }: Taken, now: number): void {
  client.sizes[kind] = Math.max(bytes, client.sizes[kind] * 0.75)
  const weight = weightOf(ms, bytes)
  client.weight = Math.max(weight, client.weight * 0.75 + weight * 0.25)
  client.level = levelOf(usedBy(client, now) + weightOf(ms / (1 + beside), bytes), now)
}
