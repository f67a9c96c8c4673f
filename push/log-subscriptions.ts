import type { LoggedEvent } from '../storage/events/visible-events.ts'

/**
 * Takes one event. By returning a promise it asks to wait: the next event comes after it settles. A listener that
 * throws or rejects has not taken its event; it is closed, so that it receives nothing after the gap.
 */
export type EventListener = (event: LoggedEvent) => void | Promise<void>

export interface Subscription {
  close(): void
}

/** A reader of one recipient's log. `after` is its only state: any event can be read again by its number. */
export interface Subscriber extends Subscription {
  readonly recipient: string
  readonly listener: EventListener
  after: number
  state: 'idle' | 'behind' | 'busy' | 'closed'
  /** Something was announced while it was busy. */
  hasPending: boolean
}

export interface Subscribers {
  add(recipient: string, after: number, listener: EventListener): Subscriber
  /** Announces that the recipient's log has reached `seq`. */
  notify(recipient: string, seq: number): void
  /** Marks all subscribers as behind. */
  notifyAll(): void
  /** Takes those that have been behind for longest; they are busy until they are released. */
  takeBehind(limit: number): Subscriber[]
  release(follower: Subscriber, isBehind: boolean): void
  count(): number
  closeAll(): void
}

export function createSubscribers(): Subscribers {
  const register = openRegister()
  const behind = new Set<Subscriber>()

  function setBehind(follower: Subscriber) {
    follower.hasPending = true
    if (follower.state !== 'idle') return
    follower.state = 'behind'
    behind.add(follower)
  }

  function close(follower: Subscriber) {
    if (follower.state === 'closed') return
    follower.state = 'closed'
    behind.delete(follower)
    register.remove(follower)
  }

  return {
    add(recipient, after, listener) {
      const follower: Subscriber = {
        recipient,
        listener,
        after,
        state: 'idle',
        hasPending: false,
        close: () => close(follower),
      }
      register.add(follower)
      setBehind(follower)
      return follower
    },
    notify(recipient, seq) {
      for (const follower of register.of(recipient)) if (seq > follower.after) setBehind(follower)
    },
    notifyAll: () => register.all().forEach(setBehind),
    takeBehind: limit => takeBusy(behind, limit),
    release(follower, isBehind) {
      if (follower.state === 'closed') return
      follower.state = 'idle'
      if (isBehind || follower.hasPending) setBehind(follower)
    },
    count: register.count,
    closeAll: () => register.all().forEach(close),
  }
}

function takeBusy(behind: Set<Subscriber>, limit: number): Subscriber[] {
  const taken: Subscriber[] = []
  for (const follower of behind) {
    if (taken.length === limit) break
    behind.delete(follower)
    follower.state = 'busy'
    follower.hasPending = false
    taken.push(follower)
  }
  return taken
}

function openRegister() {
  const byRecipient = new Map<string, Subscriber[]>()
  let count = 0
  const of = (recipient: string): readonly Subscriber[] => byRecipient.get(recipient) ?? []

  return {
    of,
    all: () => [...byRecipient.values()].flat(),
    count: () => count,
    add(follower: Subscriber) {
      byRecipient.set(follower.recipient, [...of(follower.recipient), follower])
      count++
    },
    remove(follower: Subscriber) {
      const others = of(follower.recipient).filter(other => other !== follower)
      if (others.length > 0) byRecipient.set(follower.recipient, others)
      else byRecipient.delete(follower.recipient)
      count--
    },
  }
}
