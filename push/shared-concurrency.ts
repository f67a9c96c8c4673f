import type { ShareKind, Shares } from '../storage/webhooks/webhook-leases.ts'

/**
 * How many calls go out at a time, and to whom. Of what calls have in common, a host, an address, a party, each may take
 * one more place only while enough are free beside what it has: one alone leaves a part of them, several leave less, and
 * whoever comes finds one. A host has less than an address, and that less than a party, so that what one of them takes
 * leaves room to others of the same. A call that has waited for so long takes nobody's place any more; those are bounded
 * by themselves. Who is known to fail or to be slow, ailing, has a lane with places of its own.
 */
export interface ConcurrencyLimits {
  /** Turns at a time: of sound ones that do not wait for a late answer, and of ailing ones. */
  places: { sound: number; ailing: number }
  /** As many as this share of the free places each may have taken, and take one more. */
  ofFree: Readonly<Record<ShareKind, number>>
  lateMs: number
  /** Turns of sound ones that may wait for late answers at a time: of one host, address and party, and of all. */
  waiting: Readonly<Record<ShareKind, number>>
  allWaiting: number
}

const SHARE_KINDS = ['host', 'address', 'party'] as const satisfies readonly ShareKind[]

interface Turn extends Shares {
  isFailing: boolean
  /** When calls began that are under way. */
  calls: Set<{ at: number }>
}

/** A place among those that are called. */
export interface Place {
  /** Tells of a call that begins; what comes back, that it has ended. */
  call(): () => void
  /** Tells where the calls go. */
  leads(address: string): void
  leave(): void
}

/** How things stand in a lane, and who may begin there. */
export interface ConcurrencyState {
  hasRoom(): boolean
  full(): Record<ShareKind, string[]>
  /** About how many more of these may begin. */
  room(shares: Shares): number
  /** Counts it where it may begin. */
  admit(shares: Shares): boolean
}

export function openConcurrency(limits: ConcurrencyLimits, clock: () => number) {
  const turns = new Set<Turn>()
  const lateSince = () => clock() - limits.lateMs

  function standing(isFailing: boolean): ConcurrencyState {
    const since = lateSince()
    const [taken, waiting] = [openTally(), openTally()]
    for (const turn of turns) {
      if (turn.isFailing === isFailing) (!isFailing && isLate(turn, since) ? waiting : taken).add(turn)
    }
    return standingOf(limits, limits.places[isFailing ? 'ailing' : 'sound'], taken, waiting)
  }

  return {
    standing,
    /** Whether a call of that host waits for a late answer. */
    isKeptWaiting(host: string): boolean {
      const since = lateSince()
      for (const turn of turns) if (turn.host === host && isLate(turn, since)) return true
      return false
    },
    enter({ host, address, party }: Shares, isFailing: boolean): Place {
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

function standingOf(
  { ofFree, waiting: most, allWaiting }: ConcurrencyLimits,
  places: number,
  taken: Tally,
  waiting: Tally,
) {
  const hasRoom = () => taken.all() < places && waiting.all() < allWaiting
  const roomOf = (kind: ShareKind, name: string) =>
    waiting.of(kind, name) >= most[kind] ? 0 : ofFree[kind] * (places - taken.all()) - taken.of(kind, name)
  const isFull = (kind: ShareKind, name: string) => roomOf(kind, name) <= 0
  const fullOf = (kind: ShareKind) =>
    [...new Set([...taken.names(kind), ...waiting.names(kind)])].filter(name => isFull(kind, name))
  const named = (shares: Shares) =>
    SHARE_KINDS.flatMap(kind => (shares[kind] === null ? [] : ([[kind, shares[kind]]] as const)))
  return {
    hasRoom,
    full: () => ({ host: fullOf('host'), address: fullOf('address'), party: fullOf('party') }),
    room: (shares: Shares) =>
      hasRoom() ? Math.ceil(Math.max(0, Math.min(...named(shares).map(([kind, name]) => roomOf(kind, name))))) : 0,
    admit(shares: Shares) {
      if (!hasRoom() || named(shares).some(([kind, name]) => isFull(kind, name))) return false
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
