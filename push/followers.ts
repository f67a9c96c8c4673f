import type { LoggedEvent } from '../storage/events/told.ts'

/**
 * Takes one event. A promise asks to wait: the next event comes after it settles. A listener that throws or rejects
 * has not taken its event; it is closed, so that nothing after the gap reaches it.
 */
export type Listener = (event: LoggedEvent) => void | Promise<void>

export interface Following {
  close(): void
}

/** A reader of one recipient's log. `after` is all it remembers: any event can be read again by its number. */
export interface Follower extends Following {
  readonly recipient: string
  readonly listener: Listener
  after: number
  state: 'idle' | 'behind' | 'busy' | 'closed'
  /** Something was announced while it was busy. */
  hasNews: boolean
}

export interface Followers {
  add(recipient: string, after: number, listener: Listener): Follower
  /** Tells that the recipient's log has reached `seq`. */
  announce(recipient: string, seq: number): void
  /** All shall read their logs, whatever was announced. */
  announceAll(): void
  /** Takes out those that have been behind for longest; they are busy until they are released. */
  takeBehind(limit: number): Follower[]
  release(follower: Follower, isBehind: boolean): void
  count(): number
  closeAll(): void
}

export function openFollowers(): Followers {
  const register = openRegister()
  const behind = new Set<Follower>()

  function setBehind(follower: Follower) {
    follower.hasNews = true
    if (follower.state !== 'idle') return
    follower.state = 'behind'
    behind.add(follower)
  }

  function close(follower: Follower) {
    if (follower.state === 'closed') return
    follower.state = 'closed'
    behind.delete(follower)
    register.remove(follower)
  }

  return {
    add(recipient, after, listener) {
      const follower: Follower = {
        recipient,
        listener,
        after,
        state: 'idle',
        hasNews: false,
        close: () => close(follower),
      }
      register.add(follower)
      setBehind(follower)
      return follower
    },
    announce(recipient, seq) {
      for (const follower of register.of(recipient)) if (seq > follower.after) setBehind(follower)
    },
    announceAll: () => register.all().forEach(setBehind),
    takeBehind: limit => takeBusy(behind, limit),
    release(follower, isBehind) {
      if (follower.state === 'closed') return
      follower.state = 'idle'
      if (isBehind || follower.hasNews) setBehind(follower)
    },
    count: register.count,
    closeAll: () => register.all().forEach(close),
  }
}

function takeBusy(behind: Set<Follower>, limit: number): Follower[] {
  const taken: Follower[] = []
  for (const follower of behind) {
    if (taken.length === limit) break
    behind.delete(follower)
    follower.state = 'busy'
    follower.hasNews = false
    taken.push(follower)
  }
  return taken
}

function openRegister() {
  const byRecipient = new Map<string, Follower[]>()
  let count = 0
  const of = (recipient: string): readonly Follower[] => byRecipient.get(recipient) ?? []

  return {
    of,
    all: () => [...byRecipient.values()].flat(),
    count: () => count,
    add(follower: Follower) {
      byRecipient.set(follower.recipient, [...of(follower.recipient), follower])
      count++
    },
    remove(follower: Follower) {
      const others = of(follower.recipient).filter(other => other !== follower)
      if (others.length > 0) byRecipient.set(follower.recipient, others)
      else byRecipient.delete(follower.recipient)
      count--
    },
  }
}
