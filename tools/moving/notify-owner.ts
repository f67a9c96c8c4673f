import type { Queryable } from '../../storage/db/db.ts'
import { putOwnerNotification } from '../../storage/person-notifications/notification-rows.ts'
import type { Context } from '../core/context.ts'

/** Notifies the owner of the agent each time, also of what was taken back since (MOVE-26). */
export async function notifyOwner(
  db: Queryable,
  kind: 'agent_moved' | 'agent_returned' | 'archive_imported',
  { actor: { agent_id }, newId, now }: Pick<Context, 'actor' | 'newId' | 'now'>,
): Promise<void> {
  const id = newId()
  await putOwnerNotification(db, { id, kind, agent_id, subject_id: id, created_at: now })
}
