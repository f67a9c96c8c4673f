import type { Queryable } from '../../storage/db/db.ts'
import { retainClient } from '../../storage/oauth/oauth-clients.ts'
import {
  endGrant,
  findGrantOfFamily,
  lockHolder,
  type OAuthGrant,
  rotateRefresh,
} from '../../storage/oauth/oauth-grants.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import { familyDigest, familyOf, newRefreshToken, refreshDigest } from '../tokens/refresh-token.ts'
import { readScopes, requireText, tokenProblem } from '../tokens/token-problem.ts'
import { withTokenLimit } from '../tokens/token-rate-limit.ts'
import { tokenStatuses } from '../tokens/token-statuses.ts'
import { clientExpiry } from './clients/client-lifetimes.ts'
import { grantExpiry } from './grant-lifetimes.ts'
import { grantRefused, issueTokens, requireClient, requireResource } from './issue-tokens.ts'

/**
 * Issues the next tokens of a grant; reusing a refresh token revokes it (OAUTH-67 to OAUTH-70).
 *
 * Invariant: a grant has exactly one valid refresh token.
 */
export async function refreshGrant(given: Readonly<Record<string, unknown>>, context: Context<AnyoneActor>) {
  const token = requireText(given, 'refresh_token')
  const client_id = await requireClient(given, context)
  const grant = await findGrantOfFamily(context.db, familyDigest(token))
  if (!grant) throw grantRefused()
  if (grant.refresh !== refreshDigest(token)) {
    await context.transaction(({ db }) => endGrant(db, grant))
    throw grantRefused()
  }
  if (grant.client_id !== client_id) throw grantRefused()
  requireResource(given, grant.resource, context)
  const scopes = readScopes(given.scope) ?? grant.scopes
  if (!scopes.every(scope => grant.scopes.includes(scope))) {
    throw tokenProblem('invalid-scope', 'scope contains more than was granted.')
  }
  return await withTokenLimit(grant.agent_id, context, async () => {
    const tokens = await context.transaction(({ db }) => refresh(db, { ...grant, scopes }, token, context))
    if (!tokens) throw grantRefused()
    return tokens
  })
}

/**
 * `undefined`: the agent's status does not allow it, the grant expired, or a concurrent refresh was first, whose tokens
 * are revoked.
 */
async function refresh(db: Queryable, grant: OAuthGrant, token: string, context: Context<AnyoneActor>) {
  const { now, randomBytes } = context
  if (!(await lockHolder(db, grant, tokenStatuses, now))) return undefined
  const refresh_token = newRefreshToken(familyOf(token), randomBytes)
  const [from, to] = [grant.refresh, refreshDigest(refresh_token)]
  if (!(await rotateRefresh(db, { id: grant.id, from, to, now, expires_at: grantExpiry(now) }))) {
    await endGrant(db, grant)
    return undefined
  }
  const tokens = await issueTokens(db, grant, context)
  const { until, worthIt } = clientExpiry(now)
  await retainClient(db, grant.client_id, until, worthIt)
  return { ...tokens, refresh_token }
}
