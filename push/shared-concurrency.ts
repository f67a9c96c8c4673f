import type { ShareKind, Shares } from '../storage/webhooks/webhook-leases.ts'

/**
 * Limits how many calls are in progress, in total and by host, address and party. Each of these may take one more slot
 * only while enough slots are free compared with those it has: one alone leaves a part free, several leave less, and a
 * new one always finds one. A host gets fewer than an address, and an address fewer than a party, so that siblings
 * find free slots too. A call that has waited for long no longer counts against anybody's share; such calls have limits
 * of their own. Failing or slow hosts have a lane with slots of their own.
 */
export interface ConcurrencyLimits {
  /** Slots: for healthy hosts that are not late, and for failing ones. */
  slots: { sound: number; ailing: number }
  /** Each may have taken this share of the free slots, and take one more. */
  ofFree: Readonly<Record<ShareKind, number>>
  lateMs: number
  /** Slots for calls to healthy hosts that are late: per host, address and party, and in total. */
  waiting: Readonly<Record<ShareKind, number>>
  allWaiting: number
}

const SHARE_KINDS = ['host', 'address', 'party'] as const satisfies readonly ShareKind[]

interface Turn extends Shares {
  isFailing: boolean
  /** Start times of the calls in progress. */
  calls: Set<{ at: number }>
}

/** A slot of a call. */
export interface ConcurrencySlot {
  /** Records the start of a call; returns a function that records its end. */
  call(): () => void
  /** Records the network of the calls. */
  leads(address: string): void
  leave(): void
}

/** The state of a lane, and a check for who may start. */
export interface ConcurrencyState {
  hasFreeSlot(): boolean
  full(): Record<ShareKind, string[]>
  /** About how many more of these may start. */
  available(shares: Shares): number
  /** Counts the call if it may start. */
  admit(shares: Shares): boolean
}

export function openConcurrency(limits: ConcurrencyLimits, clock: () => number) {
  const turns = new Set<Turn>()
  const lateSince = () => clock() - limits.lateMs

  function stateOf(isFailing: boolean): ConcurrencyState {
    const since = lateSince()
    const [taken, waiting] = [openTally(), openTally()]
    for (const turn of turns) {
      if (turn.isFailing === isFailing) (!isFailing && isLate(turn, since) ? waiting : taken).add(turn)
    }
    return laneState(limits, limits.slots[isFailing ? 'ailing' : 'sound'], taken, waiting)
  }

  return {
    standing: stateOf,
    /** Whether a call to that host is late. */
    isLate(host: string): boolean {
      const since = lateSince()
      for (const turn of turns) if (turn.host === host && isLate(turn, since)) return true
      return false
    },
    enter({ host, address, party }: Shares, isFailing: boolean): ConcurrencySlot {
      const turn: Turn = { host, address, party, isFailing, calls: new Set() }
      turns.add(turn)
      return {
        call() {
          const call = { at: clock() }
          turn.calls.add(call)
          return () => turn.calls.delete(call)
        },
        leads: to => void (turn.address = to),
        leave: () => void turns.delete(turn),
      }
    },
  }
}

const isLate = ({ calls }: Turn, since: number): boolean => {
  for (const { at } of calls) if (at <= since) return true
  return false
}

type Tally = ReturnType<typeof openTally>

function laneState(
  { ofFree, waiting: most, allWaiting }: ConcurrencyLimits,
  slots: number,
  taken: Tally,
  waiting: Tally,
) {
  const hasFreeSlot = () => taken.all() < slots && waiting.all() < allWaiting
  const availableTo = (kind: ShareKind, name: string) =>
    waiting.of(kind, name) >= most[kind] ? 0 : ofFree[kind] * (slots - taken.all()) - taken.of(kind, name)
  const isFull = (kind: ShareKind, name: string) => availableTo(kind, name) <= 0
  const fullOf = (kind: ShareKind) =>
    [...new Set([...taken.names(kind), ...waiting.names(kind)])].filter(name => isFull(kind, name))
  const named = (shares: Shares) =>
    SHARE_KINDS.flatMap(kind => (shares[kind] === null ? [] : ([[kind, shares[kind]]] as const)))
  return {
    hasFreeSlot,
    full: () => ({ host: fullOf('host'), address: fullOf('address'), party: fullOf('party') }),
    available: (shares: Shares) =>
      hasFreeSlot()
        ? Math.ceil(Math.max(0, Math.min(...named(shares).map(([kind, name]) => availableTo(kind, name)))))
        : 0,
    admit(shares: Shares) {
      if (!hasFreeSlot() || named(shares).some(([kind, name]) => isFull(kind, name))) return false
      taken.add(shares)
      return true
    },
  }
}

function openTally() {
  const counts: Record<ShareKind, Map<string, number>> = { host: new Map(), address: new Map(), party: new Map() }
  let all = 0
  return {
    all: () => all,
    of: (kind: ShareKind, name: string) => counts[kind].get(name) ?? 0,
    names: (kind: ShareKind) => counts[kind].keys(),
    add(shares: Shares) {
      all++
      for (const kind of SHARE_KINDS) {
        const name = shares[kind]
        if (name !== null) counts[kind].set(name, (counts[kind].get(name) ?? 0) + 1)
      }
    },
  }
}
