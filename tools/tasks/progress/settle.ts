import { returnUse } from '../../../storage/entitlements/rights.ts'
import { insertArtifacts, type LockedTask, lockTasks, updateTasks } from '../../../storage/tasks/progress.ts'
import type { TaskProgress } from '../../../storage/tasks/rows.ts'
import type { TransactionScope } from '../../kernel/context.ts'
import type { Verdict } from '../answers/verdicts.ts'
import type { Artifact } from '../artifact.ts'
import { addReceipts, type RecordParts } from '../records/receipts.ts'
import { isFinal } from '../states.ts'
import { advance } from './advance.ts'

/** What was heard of a task's provider, and by whom. */
export interface Step {
  id: string
  verdict: Verdict
  /** Who held the task meanwhile; whoever lost it is believed only what its provider said. */
  holder?: string
  /** `null`: it was tried, and may be tried again. */
  cancel_sent_at?: string | null
}

interface Moved {
  task: LockedTask
  next: TaskProgress
  artifacts: readonly Artifact[]
}

/** Brings tasks on, each by one step: their rows, what they delivered, what is given back, who is told, what is signed. */
export async function settle(
  { db, emit, last }: Pick<TransactionScope, 'db' | 'emit' | 'last'>,
  parts: RecordParts,
  steps: readonly Step[],
): Promise<void> {
  const { now } = parts
  const byId = new Map(steps.map(step => [step.id, step]))
  const locked = await lockTasks(db, [...byId.keys()])
  const moved = locked.flatMap(task => moveOf(task, byId.get(task.id)!, now))
  if (moved.length === 0) return
  await giveBack(db, moved)
  const rows = moved.map(({ task, next }) => ({ ...next, id: task.id }))
  await Promise.all([updateTasks(db, rows), insertArtifacts(db, moved.flatMap(rowsOfArtifacts))])
  for (const one of moved) tell(emit, one)
  const ended = moved.filter(({ next }) => isFinal(next.state))
  if (ended.length > 0) last(tx => addReceipts(tx, parts, ended))
}

function moveOf(task: LockedTask, { verdict, holder, cancel_sent_at }: Step, now: Date): Moved[] {
  const isLost = holder !== undefined && task.holder !== holder
  if (isLost && verdict.kind !== 'read') return []
  const next = advance(cancel_sent_at === undefined ? task : { ...task, cancel_sent_at }, verdict, now)
  if (!next) return []
  const artifacts = verdict.kind === 'read' && isFinal(next.state) ? verdict.reading.artifacts : []
  return [{ task, next, artifacts }]
}

/** Each row is locked by one statement; in one order, as others may hold some of them. */
async function giveBack(db: TransactionScope['db'], moved: readonly Moved[]): Promise<void> {
  const returning = moved.filter(({ next }) => next.allowance_restored)
  returning.sort((a, b) => (a.task.allowance_id < b.task.allowance_id ? -1 : 1))
  for (const { task, next } of returning) {
    next.allowance_restored = await returnUse(db, task.allowance_id, task.window_start)
  }
}

const rowsOfArtifacts = ({ task, artifacts }: Moved) =>
  artifacts.map((artifact, place) => ({
    ...{ task_id: task.id, place, sha256: artifact.provenance.sha256 },
    artifact: JSON.stringify(artifact),
  }))

/** The consumer is told of every change of the state, the provider of how the work ended that it was given (TASK-70). */
function tell(emit: TransactionScope['emit'], { task, next }: Moved): void {
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
