import { findSessionStart } from '../../storage/accounts/sessions.ts'
import type { Queryable } from '../../storage/db/db.ts'
import type { Actor } from './context.ts'
import { after, MINUTE } from './durations.ts'
import { Problem } from './problems/problem.ts'

export const RECENT_MINUTES = 15

/**
 * Whether a person with this sign-in time has recently proved control of the mailbox or a passkey, and not only of a
 * browser (RECOVER-14).
 */
export const isRecent = (signedInAt: string, now: Date): boolean =>
  after(new Date(signedInAt), RECENT_MINUTES * MINUTE) > now

/** The session of a web user; absent on the command line. */
function sessionOf(actor: Actor): string | undefined {
  if (actor.kind === 'person') return actor.session_id
  return actor.kind === 'operator' ? actor.staff?.session_id : undefined
}

export async function isSignedInRecently(db: Queryable, actor: Actor, now: Date): Promise<boolean> {
  const session = sessionOf(actor)
  if (session === undefined) return true
  const began = await findSessionStart(db, session)
  return began !== undefined && isRecent(began, now)
}

/**
 * Required for everything that outlives a session, so that a hijacked browser session is not sufficient, for people and
 * for staff.
 */
export async function requireRecentSignIn(db: Queryable, actor: Actor, now: Date): Promise<void> {
  if (!(await isSignedInRecently(db, actor, now))) throw signInAgain()
}

export const signInAgain = () =>
  new Problem(
    'sign-in-again',
    `Sign in again: this action requires a sign-in within the last ${RECENT_MINUTES} minutes.`,
  )
