import type { DueWebhook, ShareKind, Shares } from '../storage/webhooks/claims.ts'

/** Turns at a time: of ailing webhooks, and of sound ones that do not wait for a late answer. */
const PLACES = 96
/** As many as this share of the free places each may have taken, and take one more: alone, 32 of a host, 48, and 64. */
const OF_FREE = { host: 1 / 2, address: 1, party: 2 }
/** A call that has waited so long takes nobody's place any more. */
const LATE_MS = 500
/** Turns of sound webhooks that may wait for late answers at a time: of one host, address and party, and of all. */
const WAITING = { host: 32, address: 64, party: 96 }
const ALL_WAITING = 256

const SHARE_KINDS = ['host', 'address', 'party'] as const satisfies readonly ShareKind[]

interface Turn extends Shares {
  isAiling: boolean
  /** When calls began that are under way. */
  calls: Set<{ at: number }>
}

/** A webhook's place among those that are being sent to. */
export interface Place {
  /** Tells of a call that begins; what comes back, that it has ended. */
  call(): () => void
  leave(): void
}

/** How things stand in a lane, and who may begin there. */
export interface Standing {
  hasRoom(): boolean
  full(): Record<ShareKind, string[]>
  /** Counts it where it may begin. */
  admit(webhook: Shares): boolean
}

/**
 * Who is being sent to. Of what webhooks have in common, a host, an address, a party, each may take one more place only
 * while enough are free beside what it has: one alone leaves a part of them, several leave less, and whoever comes finds
 * one. A host has less than an address, and that less than a party, so that what one of them takes leaves room to others of
 * the same.
 */
export function openCrowd(clock: () => number) {
  const turns = new Set<Turn>()

  function standing(isAiling: boolean): Standing {
    const lateSince = clock() - LATE_MS
    const [taken, waiting] = [openTally(), openTally()]
    for (const turn of turns) {
      if (turn.isAiling === isAiling) (!isAiling && isLate(turn, lateSince) ? waiting : taken).add(turn)
    }
    const isFull = (kind: ShareKind, name: string) =>
      taken.of(kind, name) >= OF_FREE[kind] * (PLACES - taken.all()) || waiting.of(kind, name) >= WAITING[kind]
    const hasRoom = () => taken.all() < PLACES && waiting.all() < ALL_WAITING
    const fullOf = (kind: ShareKind) =>
      [...new Set([...taken.names(kind), ...waiting.names(kind)])].filter(name => isFull(kind, name))
    return {
      hasRoom,
      full: () => ({ host: fullOf('host'), address: fullOf('address'), party: fullOf('party') }),
      admit(webhook) {
        const isRefused = SHARE_KINDS.some(kind => webhook[kind] !== null && isFull(kind, webhook[kind]))
        if (isRefused || !hasRoom()) return false
        taken.add(webhook)
        return true
      },
    }
  }

  function enter({ host, address, party }: DueWebhook, isAiling: boolean): Place {
    const turn: Turn = { host, address, party, isAiling, calls: new Set() }
    turns.add(turn)
    return {
      call() {
        const call = { at: clock() }
        turn.calls.add(call)
        return () => turn.calls.delete(call)
      },
      leave: () => void turns.delete(turn),
    }
  }

  return { standing, enter }
}

const isLate = ({ calls }: Turn, since: number) => [...calls].some(({ at }) => at <= since)

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
