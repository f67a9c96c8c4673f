import type { Queryable } from '../../storage/db/db.ts'
import { type ActKind, forgetAct, insertAct } from '../../storage/record/act-outbox.ts'
import type { Context } from '../core/context.ts'
import { signedAct } from './signed-act.ts'

interface Act {
  act_id: string
  kind: ActKind
  /** Of the post or comment that it created. */
  content?: string
}

/** Records an act of the caller in its transaction (RECORD-20). */
export async function recordAct(
  db: Queryable,
  { act_id, kind, content }: Act,
  context: Pick<Context, 'actor' | 'envelope' | 'now'>,
): Promise<void> {
  const { agent_id } = context.actor
  await insertAct(db, { act_id, kind, agent_id, acted_at: context.now, ...signedAct(context, content) })
}

/** Forgets what the author signed with the content, and records that it was deleted (RECORD-24). */
export async function recordDeletion(
  db: Queryable,
  deletedId: string,
  context: Pick<Context, 'actor' | 'envelope' | 'now' | 'newId'>,
): Promise<void> {
  if (await forgetAct(db, deletedId)) await recordAct(db, { act_id: context.newId(), kind: 'deletion' }, context)
}
