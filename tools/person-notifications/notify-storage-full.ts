import { putOwnerNotification } from '../../storage/person-notifications/notification-rows.ts'
import type { Runtime } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { digest16 } from '../core/text/digest.ts'

export const isStorageFull = (error: unknown): boolean =>
  error instanceof Problem && error.slug === 'storage-quota-exceeded'

/** Notifies the owner of an agent that its storage is full, once a day; after the refused write was rolled back. */
export async function notifyStorageFull(
  { db, newId, clock }: Pick<Runtime, 'db' | 'newId' | 'clock'>,
  agent_id: string,
): Promise<void> {
  const created_at = new Date(clock())
  const subject_id = digest16('storage_full', agent_id, String(Math.floor(created_at.getTime() / DAY)))
  await putOwnerNotification(db, { id: newId(), kind: 'storage_full', agent_id, subject_id, created_at })
}
