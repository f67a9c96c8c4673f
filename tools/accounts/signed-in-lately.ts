import { findSessionStart } from '../../storage/accounts/sessions.ts'
import type { Queryable } from '../../storage/db/db.ts'
import type { OperatorActor, PersonActor } from '../kernel/context.ts'
import { after, MINUTE } from '../kernel/durations.ts'
import { Problem } from '../kernel/problems/problems.ts'

const LATELY_MS = 15 * MINUTE

/** Whether a person's session began a few minutes ago: whoever has it holds the mailbox or a passkey too (RECOVER-14). */
export async function isSignedInLately(db: Queryable, actor: OperatorActor | PersonActor, now: Date): Promise<boolean> {
  if (actor.kind !== 'person') return true
  const began = await findSessionStart(db, actor.session_id)
  return began !== undefined && after(new Date(began), LATELY_MS) > now
}

/** For what outlives a session: who took over a browser alone gets no further. */
export async function requireSignedInLately(
  db: Queryable,
  actor: OperatorActor | PersonActor,
  now: Date,
): Promise<void> {
  if (await isSignedInLately(db, actor, now)) return
  throw new Problem('sign-in-again', 'For this, sign in anew: it takes a sign-in of the last 15 minutes.')
}
