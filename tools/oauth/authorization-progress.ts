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
  const request = await findRequestOfSession(db, sessionDigest(session), id)
  if (!request) return undefined
  if (request.grant_code !== null) return 'gone'
  const isOver = Date.parse(request.expires_at) <= clock()
  if (!isOver) return request.granted === null ? { waits: request } : await goOn(parts, request)
  if (!(await takeRequest(db, id))) return 'gone'
  return errorRedirect(parts, request, {
    error: 'access_denied',
    error_description: 'The agent did not approve in time.',
  })
}

async function goOn(parts: Parts, request: AuthorizationRequest): Promise<ErrorRedirect | 'gone'> {
  const { db, clock, randomBytes } = parts
  const code = randomBytes(32).toString('base64url')
  const isGiven = await giveGrantCode(db, request.id, grantCodeDigest(code), codeExpiry(new Date(clock())))
  return isGiven ? errorRedirect(parts, request, { code }) : 'gone'
}
