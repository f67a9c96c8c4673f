import {
  type AuthorizationRequest,
  findRequestOfSession,
  giveGrantCode,
  takeRequest,
} from '../../storage/oauth/authorization-requests.ts'
import type { Runtime } from '../core/context.ts'
import { type ErrorRedirect, errorRedirect, sessionDigest } from './authorization-request.ts'
import { grantCodeDigest } from './grant-code.ts'
import { codeExpiry } from './grant-lifetimes.ts'

type Parts = Pick<Runtime, 'db' | 'clock' | 'installation' | 'randomBytes'>

/** The state of a browser's request: waiting for the agent, approved, or already redirected. */
export type AuthorizationProgress =
  | { waits: Pick<AuthorizationRequest, 'code' | 'redirect_host' | 'expires_at'> }
  | ErrorRedirect
  | 'gone'

/** `undefined`: this browser has no such request (OAUTH-34). */
export async function authorizationProgressOf(
  parts: Parts,
  { session, id }: { session: string; id: string },
): Promise<AuthorizationProgress | undefined> {
  const { db, clock } = parts
  const asked = await findRequestOfSession(db, sessionDigest(session), id)
  if (!asked) return undefined
  if (asked.grant_code !== null) return 'gone'
  const isOver = Date.parse(asked.expires_at) <= clock()
  if (!isOver) return asked.granted === null ? { waits: asked } : await goOn(parts, asked)
  if (!(await takeRequest(db, id))) return 'gone'
  return errorRedirect(parts, asked, {
    error: 'access_denied',
    error_description: 'The agent did not approve in time.',
  })
}

async function goOn(parts: Parts, asked: AuthorizationRequest): Promise<ErrorRedirect | 'gone'> {
  const { db, clock, randomBytes } = parts
  const code = randomBytes(32).toString('base64url')
  const isGiven = await giveGrantCode(db, asked.id, grantCodeDigest(code), codeExpiry(new Date(clock())))
  return isGiven ? errorRedirect(parts, asked, { code }) : 'gone'
}
