import { z } from 'zod'
import {
  endOldestSessions,
  findPersonSession,
  insertSession,
  type SignedInRow,
  type SignInMethod,
  touchSession,
} from '../../storage/accounts/sessions.ts'
import type { Queryable } from '../../storage/db/db.ts'
import type { Context, PersonActor, Runtime } from '../core/context.ts'
import { after, DAY, HOUR, MINUTE } from '../core/durations.ts'
import { uuid } from '../core/schemas.ts'
import type { Settings } from '../core/setting-values.ts'
import { newBrowserSecret, secretDigest } from './browser-secret.ts'
import { browserMark } from './known-browser.ts'

/** Maximum sessions per person; a further sign-in ends the oldest. */
const SESSIONS = 50

/** The last use is recorded at most this often. */
const NOTED_MS = MINUTE

/** Returned by a sign-in: `token` is what the browser stores. */
export const startedSession = z.object({
  token: z.string(),
  session_id: uuid,
  user_id: uuid,
  is_new: z.boolean(),
  browser_mark: z.string().describe('secret that the browser stores to identify itself when it requests another code'),
})

interface Proven {
  user_id: string
  email: string
  method: SignInMethod
  browser: string
}

/** Signs in an authenticated person, always with a new token, which prevents session fixation. */
export async function startSession(
  db: Queryable,
  { user_id, email, method, browser }: Proven,
  context: Pick<Context, 'now' | 'newId' | 'randomBytes' | 'secret' | 'settings' | 'network'>,
): Promise<{ token: string; session_id: string; browser_mark: string }> {
  const { now, newId, randomBytes, secret, settings } = context
  const token = newBrowserSecret(randomBytes)
  const id = newId()
  const expires_at = after(now, (await settings())['accounts.session_days'] * DAY)
  const origin = { method, browser, network: context.network?.() ?? null }
  const session = { id, person_id: user_id, digest: secretDigest(token), ...origin, created_at: now, expires_at }
  await insertSession(db, session)
  await endOldestSessions(db, user_id, SESSIONS)
  return { token, session_id: id, browser_mark: browserMark(secret, email) }
}

/** A session that was not used since then has expired. */
export const usedSince = (now: Date, settings: Settings): Date =>
  after(now, -settings['accounts.session_idle_hours'] * HOUR)

export interface SignedInPerson {
  actor: PersonActor
  person: Pick<SignedInRow, 'email' | 'display_name'>
  signed_in_at: string
}

/** The person with this token, if its session has not expired. */
export async function findSignedInPerson(
  { db, clock, settings }: Pick<Runtime, 'db' | 'clock' | 'settings'>,
  token: string,
): Promise<SignedInPerson | undefined> {
  const now = new Date(clock())
  const found = await findPersonSession(db, secretDigest(token), now, usedSince(now, await settings()))
  if (!found) return undefined
  const { id: session_id, person_id: user_id, email, display_name, created_at, used_at } = found
  if (now.getTime() - Date.parse(used_at) >= NOTED_MS) await touchSession(db, session_id, now)
  return { actor: { kind: 'person', user_id, session_id }, person: { email, display_name }, signed_in_at: created_at }
}
