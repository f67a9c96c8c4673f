import { LRUCache } from 'lru-cache'
import type { Db } from '../../../storage/db/db.ts'
import { endTasks } from '../../../storage/tasks/ends.ts'
import type { ChainEnd } from '../../../storage/tasks/receipts.ts'
import type { EmittedEvent, Runtime } from '../../kernel/context.ts'
import { endsOf, type Moved, moveOf, rowOf, rowsOfArtifacts, type Step, tell } from '../progress/settle.ts'
import { receiptsOf } from '../records/receipts.ts'
import { isFinal } from '../states.ts'

const REMEMBERED = 1_000

type Parts = Pick<Runtime, 'newId' | 'secret' | 'signingKey' | 'eventBody' | 'wakeOutbox' | 'changes'> & { db: Db }

/**
 * Ends tasks without a transaction, by one statement that does nothing where anything is not as this process knows it: the
 * tasks as it claimed them, the chains of their providers as it left them.
 */
export function openEnding(parts: Parts) {
  const { db, newId, eventBody, wakeOutbox, changes } = parts
  const known = new LRUCache<string, ChainEnd>({ max: REMEMBERED })
  const remember = (ends: readonly ChainEnd[]) => {
    for (const end of ends) known.set(end.provider_id, end)
  }

  /** `undefined`: some do not end, or give something back, or their provider's chain is not known. */
  function endingOf(steps: readonly Step[], now: Date): { ended: Moved[]; chains: ChainEnd[] } | undefined {
    const ended: Moved[] = []
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
    /** Whether it did; otherwise nothing was done. */
    async end(steps: readonly Step[], now: Date): Promise<boolean> {
      const ending = endingOf(steps, now)
      if (!ending) return false
      const { ended, chains } = ending
      const events: EmittedEvent[] = []
      for (const one of ended) {
        tell((recipient, type, data) => {
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
      changes.tell(events)
      return true
    },
  }
}
