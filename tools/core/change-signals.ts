import { type LimitUsage, RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import type { OnDisconnect } from '../../concurrency/scheduler.ts'
import type { Outbox } from '../../push/outbox.ts'
import type { LoggedEvent } from '../../storage/events/visible-events.ts'

type SignalEvent = Pick<LoggedEvent, 'type' | 'body'>

interface Wait {
  /** The agent that waits. */
  recipient: string
  ms: number
  onDisconnect: OnDisconnect
}

interface Awaited extends Wait {
  /** Of the agent's events, those after this number are searched. */
  after: number
  isIt(event: SignalEvent): boolean
}

/** Lets calls wait for changes by others, signalled by the event log, without polling the database. */
export interface ChangeSignals {
  /** Whether the event occurred; false on timeout, if the caller has gone, or if too many calls wait. */
  next(awaited: Awaited): Promise<boolean>
  /** The same for what the log does not signal: `start` calls `end` when it occurred, and returns its clean-up. */
  until(wait: Wait, start: (end: () => void) => () => void): Promise<boolean>
  /** Call with the events that this process committed: waiters here need not wait until they are in the log. */
  notify(events: readonly (SignalEvent & { recipient: string })[]): void
  /** Ends all waits; from now on calls do not wait. */
  stop(): void
}

export function createChangeSignals(
  log: Pick<Outbox, 'follow'>,
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>,
): ChangeSignals {
  const waits = openWaits(limitUsage)
  const listeners = new Map<string, Set<(event: SignalEvent) => void>>()

  function listen(recipient: string, listener: (event: SignalEvent) => void): () => void {
    const others = listeners.get(recipient) ?? new Set()
    listeners.set(recipient, others.add(listener))
    return () => {
      others.delete(listener)
      if (others.size === 0) listeners.delete(recipient)
    }
  }

  async function until({ recipient, ms, onDisconnect }: Wait, start: (end: () => void) => () => void) {
    let end = (_hasCome: boolean) => {}
    const ended = new Promise<boolean>(resolve => {
      end = resolve
    })
    const giveUp = () => end(false)
    if (!waits.enter(recipient, giveUp)) return false
    const timer = setTimeout(giveUp, ms)
    const stop = start(() => end(true))
    const stopWatching = onDisconnect(giveUp)
    const hasCome = await ended
    stopWatching()
    stop()
    clearTimeout(timer)
    waits.leave(recipient, giveUp)
    return hasCome
  }

  return {
    notify(events) {
      for (const event of events) for (const listener of listeners.get(event.recipient) ?? []) listener(event)
    },
    until,
    next: ({ after, isIt, ...wait }) =>
      until(wait, end => {
        const hear = (event: SignalEvent) => void (isIt(event) && end())
        const stopListening = listen(wait.recipient, hear)
        const following = log.follow(wait.recipient, after, hear)
        return () => {
          stopListening()
          following.close()
        }
      }),
    stop: waits.stop,
  }
}

/** The waiters, within their resource limit; each is released by its registration. */
function openWaits({ watch, recordRejection }: Pick<LimitUsage, 'watch' | 'recordRejection'>) {
  const waits = new Set<() => void>()
  const byAgent = new Map<string, number>()
  let isStopped = false
  watch('waits', () => waits.size)
  watch('waits_of_agent', () => Math.max(0, ...byAgent.values()))

  const overdrawnBy = (agent: string) => {
    if ((byAgent.get(agent) ?? 0) >= RESOURCE_LIMITS.waits_of_agent.limit) return 'waits_of_agent'
    return waits.size >= RESOURCE_LIMITS.waits.limit ? 'waits' : undefined
  }

  return {
    enter(agent: string, giveUp: () => void): boolean {
      const over = overdrawnBy(agent)
      if (over) recordRejection(over)
      if (over || isStopped) return false
      waits.add(giveUp)
      byAgent.set(agent, (byAgent.get(agent) ?? 0) + 1)
      return true
    },
    leave(agent: string, giveUp: () => void): void {
      waits.delete(giveUp)
      const left = byAgent.get(agent)! - 1
      if (left === 0) byAgent.delete(agent)
      else byAgent.set(agent, left)
    },
    stop() {
      isStopped = true
      for (const giveUp of waits) giveUp()
    },
  }
}
