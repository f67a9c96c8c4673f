import type { Queryable } from '../../storage/db/db.ts'
import { insertGrantedToken } from '../../storage/oauth/oauth-grants.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import { presentToken, tokenExpiry } from '../tokens/assertion-grant.ts'
import { requireText, tokenProblem } from '../tokens/token-problem.ts'
import { tokenDigest } from '../tokens/token-ring.ts'
import { requireStoredClient } from './clients/known-client.ts'
import { isOurResource } from './token-audience.ts'

type Given = Readonly<Record<string, unknown>>

/** The same text for every error, so that nothing can be probed. */
export const grantRefused = () => tokenProblem('invalid-grant', 'The code or the refresh token was rejected.')

/** The internal id of the stored client. */
export async function requireClient(given: Given, { db, now }: Pick<Context, 'db' | 'now'>): Promise<string> {
  const { id } = await requireStoredClient(db, requireText(given, 'client_id'), now)
  return id
}

/** A repeated resource must match the one that was requested, if any (OAUTH-66). */
export function requireResource(
  { resource }: Given,
  requestedScope: string | null,
  { installation }: Pick<Context, 'installation'>,
): void {
  if (resource === undefined || resource === requestedScope) return
  if (requestedScope === null && typeof resource === 'string' && isOurResource(resource, installation)) return
  throw tokenProblem('invalid-target', 'resource differs from the requested one, or is not of this server.')
}

/** Issues an access token of a grant; the transaction has locked the agent's status row. */
export async function issueTokens(
  db: Queryable,
  grant: { id: string; agent_id: string; key_version: number; scopes: readonly string[] },
  { now, randomBytes }: Context<AnyoneActor>,
) {
  const token = randomBytes(32).toString('base64url')
  const { id, agent_id, key_version, scopes } = grant
  await insertGrantedToken(db, {
    digest: tokenDigest(token),
    grant_id: id,
    agent_id,
    key_version,
    scopes,
    created_at: now,
    expires_at: tokenExpiry(now),
  })
  return presentToken(token, scopes)
}
