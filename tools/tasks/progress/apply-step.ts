import { stringifyJson } from '../../../push/broker/lossless-json.ts'
import { returnUse } from '../../../storage/entitlements/rights.ts'
import type { TaskProgress } from '../../../storage/tasks/task-progress.ts'
import { type ChainEnd, insertReceipts, lockChains, type NewReceipt } from '../../../storage/tasks/task-receipts.ts'
import { insertArtifacts, type LockedTask, lockTasks, updateTasks } from '../../../storage/tasks/task-updates.ts'
import type { TransactionScope } from '../../core/context.ts'
import type { Artifact } from '../artifact-schema.ts'
import type { TaskVerdict } from '../provider-results/task-verdicts.ts'
import { type RecordParts, receiptsOf } from '../records/receipts.ts'
import { isFinal } from '../task-states.ts'
import { advanceTask } from './advance-task.ts'

/** What was heard of a task's provider, and by whom. */
export interface TaskStep {
  id: string
  verdict: TaskVerdict
  /** Who held the task meanwhile; whoever lost it is believed only what its provider said. */
  holder?: string
  /** The task as it was claimed. */
  held?: LockedTask
  /** What it was commissioned under, as JSON text, where that is known. */
  contract?: string | undefined
  /** `null`: it was tried, and may be tried again. */
  cancel_sent_at?: string | null
}

export interface MovedTask {
  task: LockedTask
  next: TaskProgress
  artifacts: readonly Artifact[]
}

/**
 * Brings tasks on, each by one step: their rows, what they delivered, what is given back, who is told, what is signed.
 * Answers how the chains of their providers end by then.
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
  if (ended.length === 0) return []
  const receipts = await receiptsOf(parts, chains, ended)
  last(tx => insertReceipts(tx, receipts, now))
  return endsOf(receipts)
}

/** The newest receipt of each provider. */
export const endsOf = (receipts: readonly NewReceipt[]): ChainEnd[] => [
  ...new Map(receipts.map(({ provider_id, place, sha256 }) => [provider_id, { provider_id, place, sha256 }])).values(),
]

/** What a step makes of a task; none where nothing comes of it. */
export function moveOf(task: LockedTask, { verdict, holder, cancel_sent_at }: TaskStep, now: Date): MovedTask[] {
  const isLost = holder !== undefined && task.holder !== holder
  if (isLost && verdict.kind !== 'read') return []
  const next = advanceTask(cancel_sent_at === undefined ? task : { ...task, cancel_sent_at }, verdict, now)
  if (!next) return []
  const artifacts = verdict.kind === 'read' && isFinal(next.state) ? verdict.reading.artifacts : []
  return [{ task, next, artifacts }]
}

/** Each row is locked by one statement; in one order, as others may hold some of them. */
async function giveBack(db: TransactionScope['db'], moved: readonly MovedTask[], now: Date): Promise<void> {
  const returning = moved.filter(({ next }) => next.allowance_restored)
  returning.sort((a, b) => (a.task.allowance_id < b.task.allowance_id ? -1 : 1))
  for (const { task, next } of returning) {
    next.allowance_restored = await returnUse(db, task.allowance_id, task.window_start, now)
  }
}

export const rowOf = ({ task, next }: MovedTask) => ({ ...next, id: task.id })

export const rowsOfArtifacts = ({ task, artifacts }: MovedTask) =>
  artifacts.map((artifact, place) => ({
    task_id: task.id,
    place,
    sha256: artifact.provenance.sha256,
    artifact: stringifyJson(artifact),
  }))

/** The consumer is told of every change of the state, the provider of how the work ended that it was given (TASK-70). */
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
  const isProviderTold = isFinal(state) && next.started_at !== null && task.provider_id !== task.consumer_id
  if (isProviderTold) emit(task.provider_id, 'service.task.updated', event)
}
