import { z } from 'zod'
import { lastSeq } from '../../storage/events/outbox.ts'
import { findTasks, type TaskRow } from '../../storage/tasks/task-rows.ts'
import type { Context } from '../core/context.ts'
import { isFinal } from './task-states.ts'

const SECONDS = 25

export const waitSeconds = z.int().min(0).max(SECONDS).default(0).describe(`0 to ${SECONDS}, for a change`)

type WaitingContext = Pick<Context, 'db' | 'batch' | 'actor' | 'yieldSlot' | 'changes' | 'reportProgress'>

interface Waiting {
  isNews?: (row: TaskRow) => boolean
  /** The state known to the consumer, which has received no events about the task up to this number. */
  untoldAfter?: number | undefined
}

/**
 * Waits until the task changes, or `isNews`, or the time is over (TASK-90 to TASK-92). Returns immediately for an ended
 * task, or if too many calls wait.
 */
export async function awaitTask(
  { db, batch, actor, yieldSlot, changes, reportProgress }: WaitingContext,
  id: string,
  seconds: number,
  { isNews = () => false, untoldAfter }: Waiting = {},
): Promise<TaskRow | undefined> {
  const read = () => batch(findTasks, { viewer: actor.agent_id, id })
  if (seconds === 0 || !yieldSlot) return await read()
  // Read before the task: later events mean later changes.
  const after = untoldAfter ?? (await lastSeq(db, actor.agent_id))
  const row = untoldAfter === undefined ? await read() : undefined
  if (untoldAfter === undefined && (!row || isFinal(row.state) || isNews(row))) return row
  const before = row?.state ?? 'working'
  reportProgress?.(before)
  const isIt = ({ type, body }: { type: string; body: object }) =>
    type === 'service.task.updated' && (body as { subject: { task_id?: string } }).subject.task_id === id
  const awaited = { recipient: actor.agent_id, after, isIt, ms: seconds * 1_000 }
  const hasChanged = await yieldSlot(onDisconnect => changes.next({ ...awaited, onDisconnect }))
  if (row && !hasChanged) return row
  const left = await read()
  if (left && left.state !== before) reportProgress?.(left.state)
  return left
}
