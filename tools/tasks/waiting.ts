import { z } from 'zod'
import { lastSeq } from '../../storage/events/outbox.ts'
import { findTasks, type TaskRow } from '../../storage/tasks/tasks.ts'
import type { Context } from '../kernel/context.ts'
import { isFinal } from './states.ts'

const SECONDS = 25

export const waitSeconds = z
  .int()
  .min(0)
  .max(SECONDS)
  .default(0)
  .describe(`0 to ${SECONDS}: how long to wait for the task to change`)

type WaitingContext = Pick<Context, 'db' | 'batch' | 'actor' | 'rest' | 'changes'>

/**
 * How a task stands: as soon as `isNews`, or it changes, or after that time (TASK-90 to TASK-92). What has ended is not
 * waited for, nor what there is no room to wait for.
 */
export async function awaitTask(
  { db, batch, actor, rest, changes }: WaitingContext,
  id: string,
  seconds: number,
  isNews: (row: TaskRow) => boolean = () => false,
): Promise<TaskRow | undefined> {
  const read = () => batch(findTasks, { viewer: actor.agent_id, id })
  if (seconds === 0 || !rest) return await read()
  // Ahead of the task: what is told of it later changed it after that.
  const after = await lastSeq(db, actor.agent_id)
  const row = await read()
  if (!row || isFinal(row.state) || isNews(row)) return row
  const isIt = ({ type, body }: { type: string; body: object }) =>
    type === 'service.task.updated' && (body as { subject: { task_id?: string } }).subject.task_id === id
  const awaited = { recipient: actor.agent_id, after, isIt, ms: seconds * 1_000 }
  const hasChanged = await rest(whenGone => changes.next({ ...awaited, whenGone }))
  return hasChanged ? await read() : row
}
