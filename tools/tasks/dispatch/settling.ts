import { type BatchStatement, openBatches, type RunBatch } from '../../../storage/db/batch.ts'
import type { Db } from '../../../storage/db/db.ts'
import { findContracts } from '../../../storage/tasks/claims.ts'
import type { Runtime } from '../../kernel/context.ts'
import { runTransaction } from '../../kernel/transaction.ts'
import type { Contract } from '../../offers/contract.ts'
import { checkDelivery } from '../answers/delivery-check.ts'
import { type Step, settle } from '../progress/settle.ts'
import { openEnding } from './ending.ts'

/** Writes what was heard of tasks, those together that are there together; `db`: a pool of its own. */
export function openSettling(of: Runtime, db: Db): (step: Step) => Promise<void> {
  const runtime = { ...of, db }
  const batch = openBatches(db)
  const ending = openEnding(runtime)
  const settling: BatchStatement<Step, void> = {
    name: 'settle_tasks',
    max: 64,
    isWrite: true,
    async run(_, steps) {
      const now = new Date(runtime.clock())
      if (await ending.end(steps, now)) return steps.map(() => undefined)
      const by = { actor: { kind: 'system', name: 'tasks' } } as const
      ending.remember(await runTransaction(runtime, by, now, scope => settle(scope, { ...runtime, now }, steps)))
      return steps.map(() => undefined)
    },
  }
  return async step => await batch(settling, await checked(batch, step))
}

/** What was delivered is checked before anything is locked. */
export async function checked(batch: RunBatch, step: Step): Promise<Step> {
  const { id, verdict } = step
  if (verdict.kind !== 'read' || verdict.reading.state !== 'completed') return step
  const contract = step.contract ?? (await batch(findContracts, id))
  if (contract === undefined) return step
  const reading = checkDelivery(verdict.reading, JSON.parse(contract) as Contract)
  return { ...step, verdict: { ...verdict, reading } }
}
