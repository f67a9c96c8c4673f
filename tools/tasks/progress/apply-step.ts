import { stringifyJson } from '../../../push/broker/lossless-json.ts'
import { returnUse } from '../../../storage/entitlements/rights.ts'
import { putOwnerNotification } from '../../../storage/person-notifications/notification-rows.ts'
import type { TaskProgress } from '../../../storage/tasks/task-progress.ts'
import { type ChainEnd, insertReceipts, lockChains, type NewReceipt } from '../../../storage/tasks/task-receipts.ts'
import { insertArtifacts, type LockedTask, lockTasks, updateTasks } from '../../../storage/tasks/task-updates.ts'
import type { TransactionScope } from '../../core/context.ts'
import type { Artifact } from '../artifact-schema.ts'
import type { TaskVerdict } from '../provider-results/task-verdicts.ts'
import { type RecordParts, receiptsOf } from '../records/receipts.ts'
import { isFinal } from '../task-states.ts'
import { advanceTask } from './advance-task.ts'

/** The result of a call, and who made it. */
export interface TaskStep {
  id: string
  verdict: TaskVerdict
  /** The holder of the lease; if it was lost, only the provider's statement counts. */
  holder?: string
  /** The task as claimed. */
  held?: LockedTask
  /** Its contract, as JSON text, if known. */
  contract?: string | undefined
  /** `null`: it failed temporarily, and may be retried. */
  cancel_sent_at?: string | null
}

export interface MovedTask {
  task: LockedTask
  next: TaskProgress
  artifacts: readonly Artifact[]
}

/**
 * Advances tasks by one step each: rows, results, refunds, events, receipts. Returns the new ends of their providers'
 * receipt chains.
 */
export async function applySteps(
  { db, emit, last }: Pick<TransactionScope, 'db' | 'emit' | 'last'>,
  parts: RecordParts,
  steps: readonly TaskStep[],
): Promise<ChainEnd[]> {
  const { now } = parts
  const byId = new Map(steps.map(step => [step.id, step]))
  const locked = await lockTasks(db, [...byId.keys()])
  const moved = locked.flatMap(task => moveOf(task, byId.get(task.id)!, now))
  if (moved.length === 0) return []
  await giveBack(db, moved, now)
  const ended = moved.filter(({ next }) => isFinal(next.state))
  const [chains] = await Promise.all([
    lockChains(
      db,
      ended.map(({ task }) => task.provider_id),
    ),
    updateTasks(db, moved.map(rowOf)),
    insertArtifacts(db, moved.flatMap(rowsOfArtifacts)),
  ])
  for (const one of moved) emitTaskEvents(emit, one)
  await notifyOwners(db, parts, moved)
  if (ended.length === 0) return []
  const receipts = await receiptsOf(parts, chains, ended)
  last(tx => insertReceipts(tx, receipts, now))
  return endsOf(receipts)
}

/** The owner answers what a provider asks (TASK-94). */
async function notifyOwners(
  db: TransactionScope['db'],
  { newId, now }: RecordParts,
  moved: readonly MovedTask[],
): Promise<void> {
  for (const { task, next } of moved) {
    if (next.state !== 'awaiting_input' || task.state === 'awaiting_input') continue
    const { id: subject_id, consumer_id: agent_id } = task
    await putOwnerNotification(db, { id: newId(), agent_id, kind: 'task_question', subject_id, created_at: now })
  }
}

/** The newest receipt of each provider. */
export const endsOf = (receipts: readonly NewReceipt[]): ChainEnd[] => [
  ...new Map(
    receipts.map(({ provider_id, ordinal, sha256 }) => [provider_id, { provider_id, ordinal, sha256 }]),
  ).values(),
]

/** The effect of a step on a task; none if it changes nothing. */
export function moveOf(task: LockedTask, { verdict, holder, cancel_sent_at }: TaskStep, now: Date): MovedTask[] {
  const isLost = holder !== undefined && task.holder !== holder
  if (isLost && verdict.kind !== 'read') return []
  const next = advanceTask(cancel_sent_at === undefined ? task : { ...task, cancel_sent_at }, verdict, now)
  if (!next) return []
  const artifacts = verdict.kind === 'read' && isFinal(next.state) ? verdict.reading.artifacts : []
  return [{ task, next, artifacts }]
}

/** Locks the rows in a fixed order, as other transactions may lock several of them. */
async function giveBack(db: TransactionScope['db'], moved: readonly MovedTask[], now: Date): Promise<void> {
  const returning = moved.filter(({ next }) => next.allowance_restored)
  returning.sort((a, b) => (a.task.allowance_id < b.task.allowance_id ? -1 : 1))
  for (const { task, next } of returning) {
    next.allowance_restored = await returnUse(db, task.allowance_id, task.window_start, now)
  }
}

export const rowOf = ({ task, next }: MovedTask) => ({ ...next, id: task.id })

export const rowsOfArtifacts = ({ task, artifacts }: MovedTask) =>
  artifacts.map((artifact, index) => ({
    task_id: task.id,
    ordinal: index,
    sha256: artifact.provenance.sha256,
    artifact: stringifyJson(artifact),
  }))

/** The consumer is notified of every state change, the provider of the end of its task (TASK-70). */
export function emitTaskEvents(emit: TransactionScope['emit'], { task, next }: MovedTask): void {
  if (next.state === task.state) return
  const { state, error_code } = next
  const event = {
    actor: { kind: 'platform' as const },
    subject: { task_id: task.id },
    excerpt: '',
    data: { broker_task_id: task.id, state, error_code },
  }
  emit(task.consumer_id, 'service.task.updated', event)
  const notifiesProvider = isFinal(state) && next.started_at !== null && task.provider_id !== task.consumer_id
  if (notifiesProvider) emit(task.provider_id, 'service.task.updated', event)
}
