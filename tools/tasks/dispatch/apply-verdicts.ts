import { type BatchStatement, openBatches, type RunBatch } from '../../../storage/db/batch.ts'
import type { Db } from '../../../storage/db/db.ts'
import { findContracts } from '../../../storage/tasks/task-leases.ts'
import type { Runtime } from '../../core/context.ts'
import { runTransaction } from '../../core/transactions/run-transaction.ts'
import type { Contract } from '../../offers/offer-contract.ts'
import { applySteps, type TaskStep } from '../progress/apply-step.ts'
import { checkDelivery } from '../provider-results/delivery-check.ts'
import { createTaskFinalizer } from './finalize.ts'

/** Writes results of calls in groups; `db`: a pool of its own. */
export function createVerdictApplier(of: Runtime, db: Db): (step: TaskStep) => Promise<void> {
  const runtime = { ...of, db }
  const batch = openBatches(db)
  const ending = createTaskFinalizer(runtime)
  const settling: BatchStatement<TaskStep, void> = {
    name: 'settle_tasks',
    max: 64,
    isWrite: true,
    async run(_, steps) {
      const now = new Date(runtime.clock())
      if (await ending.end(steps, now)) return steps.map(() => undefined)
      const by = { actor: { kind: 'system', name: 'tasks' } } as const
      ending.remember(await runTransaction(runtime, by, now, scope => applySteps(scope, { ...runtime, now }, steps)))
      return steps.map(() => undefined)
    },
  }
  return async step => await batch(settling, await checkedVerdict(batch, step))
}

/** Results are validated before anything is locked. */
export async function checkedVerdict(batch: RunBatch, step: TaskStep): Promise<TaskStep> {
  const { id, verdict } = step
  if (verdict.kind !== 'read' || verdict.reading.state !== 'completed') return step
  const contract = step.contract ?? (await batch(findContracts, id))
  if (contract === undefined) return step
  const reading = checkDelivery(verdict.reading, JSON.parse(contract) as Contract)
  return { ...step, verdict: { ...verdict, reading } }
}
