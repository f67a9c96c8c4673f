import type { Outbox } from '../../push/outbox.ts'
import type { LoggedEvent } from '../../storage/events/told.ts'
import { BUDGETS, type BudgetUse } from '../../turns/budgets.ts'
import type { WhenGone } from '../../turns/rest.ts'

type Told = Pick<LoggedEvent, 'type' | 'body'>

interface Awaited {
  /** Whose events are looked through, behind the one of that number. */
  recipient: string
  after: number
  isIt(event: Told): boolean
  ms: number
  whenGone: WhenGone
}

/** What calls wait for that others bring about, told by the log of events: nobody asks the database meanwhile. */
export interface Changes {
  /** Whether the event came; not where its time is over, nobody waits any more, or too much is waited for. */
  next(awaited: Awaited): Promise<boolean>
  /** Call with what this process committed: who waits here need not wait until it is in the log. */
  tell(events: readonly (Told & { recipient: string })[]): void
  /** Ends all waiting; from now on nothing is waited for. */
  stop(): void
}

export function openChanges(log: Pick<Outbox, 'follow'>, budgets: Pick<BudgetUse, 'watch' | 'overdraw'>): Changes {
  const waits = openWaits(budgets)
  const told = new Map<string, Set<(event: Told) => void>>()

  function listen(recipient: string, listener: (event: Told) => void): () => void {
    const others = told.get(recipient) ?? new Set()
    told.set(recipient, others.add(listener))
    return () => {
      others.delete(listener)
      if (others.size === 0) told.delete(recipient)
    }
  }

  return {
    tell(events) {
      for (const event of events) for (const listener of told.get(event.recipient) ?? []) listener(event)
    },
    async next({ recipient, after, isIt, ms, whenGone }) {
      let end = (_hasCome: boolean) => {}
      const ended = new Promise<boolean>(resolve => {
        end = resolve
      })
      const giveUp = () => end(false)
      if (!waits.enter(recipient, giveUp)) return false
      const timer = setTimeout(giveUp, ms)
      const hear = (event: Told) => void (isIt(event) && end(true))
      const stopListening = listen(recipient, hear)
      const following = log.follow(recipient, after, hear)
      const stopWatching = whenGone(giveUp)
      const hasCome = await ended
      stopWatching()
      stopListening()
      following.close()
      clearTimeout(timer)
      waits.leave(recipient, giveUp)
      return hasCome
    },
    stop: waits.stop,
  }
}

/** Who waits, within their budgets; each is let go by what it entered with. */
function openWaits({ watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>) {
  const waits = new Set<() => void>()
  const byAgent = new Map<string, number>()
  let isStopped = false
  watch('waits', () => waits.size)
  watch('waits_of_agent', () => Math.max(0, ...byAgent.values()))

  const overdrawnBy = (agent: string) => {
    if ((byAgent.get(agent) ?? 0) >= BUDGETS.waits_of_agent.limit) return 'waits_of_agent'
    return waits.size >= BUDGETS.waits.limit ? 'waits' : undefined
  }

  return {
    enter(agent: string, giveUp: () => void): boolean {
      const over = overdrawnBy(agent)
      if (over) overdraw(over)
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
