import { LRUCache } from 'lru-cache'
import type { Db } from '../../../storage/db/db.ts'
import { endTasks } from '../../../storage/tasks/end-tasks.ts'
import type { ChainEnd } from '../../../storage/tasks/task-receipts.ts'
import type { EmittedEvent, Runtime } from '../../core/context.ts'
import {
  emitTaskEvents,
  endsOf,
  type MovedTask,
  moveOf,
  rowOf,
  rowsOfArtifacts,
  type TaskStep,
} from '../progress/apply-step.ts'
import { receiptsOf } from '../records/receipts.ts'
import { isFinal } from '../task-states.ts'

const REMEMBERED = 1_000

type Parts = Pick<Runtime, 'newId' | 'secret' | 'signingKey' | 'eventBody' | 'wakeOutbox' | 'changes'> & { db: Db }

/**
 * Ends tasks by one statement without a transaction, which does nothing if anything differs from what this process
 * knows: the claimed tasks, and their providers' receipt chains.
 */
export function createTaskFinalizer(parts: Parts) {
  const { db, newId, eventBody, wakeOutbox, changes } = parts
  const known = new LRUCache<string, ChainEnd>({ max: REMEMBERED })
  const remember = (ends: readonly ChainEnd[]) => {
    for (const end of ends) known.set(end.provider_id, end)
  }

  /** `undefined`: some tasks do not end, or refund something, or their provider's chain is not known. */
  function endingOf(steps: readonly TaskStep[], now: Date): { ended: MovedTask[]; chains: ChainEnd[] } | undefined {
    const ended: MovedTask[] = []
    const chains = new Map<string, ChainEnd>()
    for (const step of steps) {
      const [one] = step.held ? moveOf(step.held, step, now) : []
      const chain = one && known.get(one.task.provider_id)
      if (!chain || !isFinal(one.next.state) || one.next.allowance_restored) return undefined
      ended.push(one)
      chains.set(chain.provider_id, chain)
    }
    return { ended, chains: [...chains.values()] }
  }

  return {
    remember,
    /** Whether it did; otherwise nothing was changed. */
    async end(steps: readonly TaskStep[], now: Date): Promise<boolean> {
      const ending = endingOf(steps, now)
      if (!ending) return false
      const { ended, chains } = ending
      const events: EmittedEvent[] = []
      for (const one of ended) {
        emitTaskEvents((recipient, type, data) => {
          events.push({ recipient, event_id: newId(), type, body: eventBody(type, data) })
        }, one)
      }
      const receipts = await receiptsOf({ ...parts, now }, chains, ended)
      const delivered = ended.flatMap(rowsOfArtifacts)
      const rows = { known: ended.map(({ task }) => task), tasks: ended.map(rowOf), artifacts: delivered }
      const hasEnded = await endTasks(db, { ...rows, chains, receipts, events }, now)
      if (!hasEnded) {
        for (const { provider_id } of chains) known.delete(provider_id)
        return false
      }
      remember(endsOf(receipts))
      wakeOutbox()
      changes.notify(events)
      return true
    },
  }
}
