import { BUDGETS, type BudgetUse } from './budgets.ts'
import type { Means } from './means.ts'
import { openRestraint } from './restraint.ts'
import { openRoom } from './room.ts'
import { type Called, type Client, levelOf, usedBy } from './turn-queue.ts'

const MS_OF_WEIGHT = 10
const BYTES_OF_WEIGHT = 32 * 1024
export const HEAVIEST = 16

/** Bytes of a call that keeps the event loop busy for ten milliseconds and more. */
const LARGE = 256 * 1024

export interface Beginning extends Called {
  isPrelude: boolean
  isFirst: boolean
}

/** What is under way in the process, and what may be beside it. */
export function openTurnLoad({ watch }: Pick<BudgetUse, 'watch'>, means: Means) {
  const { clock } = means
  const underWay: UnderWay = { calls: 0, large: 0, first: 0 }
  const restraint = openRestraint()
  const room = openRoom(means)
  const pages = openPages()
  watch('turns', () => underWay.calls)
  watch('turns_large', () => underWay.large)
  watch('turns_further', room.calls)

  return {
    calls: () => underWay.calls,
    /** The client calls. */
    note: (client: Client) => restraint.note(client, clock()),
    /** Whether neither too many nor too large ones are under way for this call to be next. */
    isBeginnable(client: Client, next: Called): boolean {
      if (underWay.calls >= BUDGETS.turns.limit) return false
      // It holds what many calls hold, and how much that is shows at the end of it.
      if (next.kind === 'batch' && client.running > 0) return false
      return underWay.large < BUDGETS.turns_large.limit || !pages.isLarge(client, next)
    },
    /** Whether it would be the only one of a client that does not take much more than others: it needs no room. */
    isFirst: (client: Client) => client.running === 0 && !restraint.takesMuch(client, clock()),
    hasRoom: (client: Client) => room.has(client.weight, underWay.first > 0),
    /** Answers what ends the call; it takes the bytes of its outcome. */
    begin(client: Client, { isPrelude, isFirst, ...called }: Beginning): (bytes: number) => void {
      const since = clock()
      const isLarge = pages.isLarge(client, called)
      const leave = isFirst ? () => {} : room.take(client.weight, since)
      const beside = underWay.calls
      count(underWay, client, { isLarge, isFirst }, 1)
      return bytes => {
        count(underWay, client, { isLarge, isFirst }, -1)
        const now = clock()
        const ms = now - since
        if (!isPrelude) {
          room.learn(called.what, since, now)
          pages.learn(client, called, bytes)
          settle(client, { ms, bytes, beside: Math.max(beside, underWay.calls) }, now)
        }
        leave()
      }
    },
  }
}

interface UnderWay {
  calls: number
  large: number
  /** The calls that needed no room. */
  first: number
}

function count(
  underWay: UnderWay,
  client: Client,
  { isLarge, isFirst }: { isLarge: boolean; isFirst: boolean },
  by: 1 | -1,
): void {
  underWay.calls += by
  client.running += by
  if (isLarge) underWay.large += by
  if (isFirst) underWay.first += by
}

/** How large the pages of clients are. The first long one of a client is taken to be as large as such ones of others lately. */
function openPages() {
  const latest = new Map<string, number>()
  return {
    isLarge: ({ sizes }: Client, { kind, what }: Called): boolean =>
      (sizes[kind] ?? (kind === 'call' ? 0 : (latest.get(`${kind} ${what}`) ?? LARGE))) >= LARGE,
    learn({ sizes }: Client, { kind, what }: Called, bytes: number): void {
      sizes[kind] = faded(bytes, sizes[kind])
      if (kind !== 'call') latest.set(`${kind} ${what}`, faded(bytes, latest.get(`${kind} ${what}`)))
    },
  }
}

const faded = (bytes: number, before = 0) => Math.max(bytes, before * 0.75)

interface Taken {
  ms: number
  bytes: number
  /** So many other calls were under way. */
  beside: number
}

const weightOf = (ms: number, bytes: number) =>
  Math.min(HEAVIEST, Math.max(1, ms / MS_OF_WEIGHT, bytes / BYTES_OF_WEIGHT))

/** What a call took makes the next weigh more at once, and less by and by. It took its part of the time alone. */
function settle(client: Client, { ms, bytes, beside }: Taken, now: number): void {
  const weight = weightOf(ms, bytes)
  client.weight = Math.max(weight, client.weight * 0.75 + weight * 0.25)
  client.level = levelOf(usedBy(client, now) + weightOf(ms / (1 + beside), bytes), now)
}
