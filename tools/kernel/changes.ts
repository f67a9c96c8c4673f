import type { Outbox } from '../../push/outbox.ts'
import type { LoggedEvent } from '../../storage/events/told.ts'
import { BUDGETS, type BudgetUse } from './turns/budgets.ts'
import type { WhenGone } from './turns/rest.ts'

interface Awaited {
  /** Whose events are looked through, behind the one of that number. */
  recipient: string
  after: number
  isIt(event: LoggedEvent): boolean
  ms: number
  whenGone: WhenGone
}

/** What calls wait for that others bring about, told by the log of events: nobody asks the database meanwhile. */
export interface Changes {
  /** Whether the event came; not where its time is over, nobody waits any more, or too much is waited for. */
  next(awaited: Awaited): Promise<boolean>
  /** Ends all waiting; from now on nothing is waited for. */
  stop(): void
}

export function openChanges(
  log: Pick<Outbox, 'follow'>,
  { watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>,
): Changes {
  const waits = new Set<() => void>()
  const byAgent = new Map<string, number>()
  let isStopped = false
  watch('waits', () => waits.size)
  watch('waits_of_agent', () => Math.max(0, ...byAgent.values()))

  function hasRoom(recipient: string): boolean {
    const isOfAgent = (byAgent.get(recipient) ?? 0) >= BUDGETS.waits_of_agent.limit
    const over = isOfAgent ? 'waits_of_agent' : waits.size >= BUDGETS.waits.limit ? 'waits' : undefined
    if (over) overdraw(over)
    return over === undefined
  }

  function leave(recipient: string): void {
    const left = byAgent.get(recipient)! - 1
    if (left === 0) byAgent.delete(recipient)
    else byAgent.set(recipient, left)
  }

  return {
    async next({ recipient, after, isIt, ms, whenGone }) {
      if (isStopped || !hasRoom(recipient)) return false
      byAgent.set(recipient, (byAgent.get(recipient) ?? 0) + 1)
      let end = (_: boolean) => {}
      const ended = new Promise<boolean>(resolve => {
        end = resolve
      })
      const giveUp = () => end(false)
      waits.add(giveUp)
      const timer = setTimeout(giveUp, ms)
      const following = log.follow(recipient, after, event => void (isIt(event) && end(true)))
      const stopWatching = whenGone(giveUp)
      const hasCome = await ended
      stopWatching()
      following.close()
      clearTimeout(timer)
      waits.delete(giveUp)
      leave(recipient)
      return hasCome
    },
    stop() {
      isStopped = true
      for (const giveUp of waits) giveUp()
    },
  }
}
