import type { Queryable } from '../../storage/db/db.ts'
import { keepClient } from '../../storage/oauth/clients.ts'
import { endGrant, findGrantOfFamily, type Grant, lockHolder, rotateRefresh } from '../../storage/oauth/grants.ts'
import type { AnyoneActor, Context } from '../kernel/context.ts'
import { counted } from '../tokens/counted.ts'
import { familyDigest, familyOf, newRefreshToken, refreshDigest } from '../tokens/refresh-token.ts'
import { readScopes, requireText, tokenProblem } from '../tokens/token-problem.ts'
import { tokenStatuses } from '../tokens/token-statuses.ts'
import { clientExpiry } from './clients/lifetimes.ts'
import { issueGranted, refused, requireClient, requireResource } from './granted.ts'
import { grantExpiry } from './lifetimes.ts'

/** The next tokens of a grant; a refresh token that comes again ends it (OAUTH-67 to OAUTH-70). */
export async function refreshGrant(given: Readonly<Record<string, unknown>>, context: Context<AnyoneActor>) {
  const token = requireText(given, 'refresh_token')
  const client_id = await requireClient(given, context)
  const grant = await findGrantOfFamily(context.db, familyDigest(token))
  if (!grant) throw refused()
  if (grant.refresh !== refreshDigest(token)) {
    await context.transaction(({ db }) => endGrant(db, grant))
    throw refused()
  }
  if (grant.client_id !== client_id) throw refused()
  requireResource(given, grant.resource, context)
  const scopes = readScopes(given.scope) ?? grant.scopes
  if (!scopes.every(scope => grant.scopes.includes(scope))) {
    throw tokenProblem('invalid-scope', 'scope names more than was granted.')
  }
  return await counted(grant.agent_id, context, async () => {
    const answer = await context.transaction(({ db }) => refresh(db, { ...grant, scopes }, token, context))
    if (!answer) throw refused()
    return answer
  })
}

/** `undefined`: its agent may not, it expired, or somebody else was first, whose tokens end with it. */
async function refresh(db: Queryable, grant: Grant, token: string, context: Context<AnyoneActor>) {
  const { now, randomBytes } = context
  if (!(await lockHolder(db, grant, tokenStatuses, now))) return undefined
  const refresh_token = newRefreshToken(familyOf(token), randomBytes)
  const [from, to] = [grant.refresh, refreshDigest(refresh_token)]
  if (!(await rotateRefresh(db, { id: grant.id, from, to, now, expires_at: grantExpiry(now) }))) {
    await endGrant(db, grant)
    return undefined
  }
  const answer = await issueGranted(db, grant, context)
  const { until, worthIt } = clientExpiry(now)
  await keepClient(db, grant.client_id, until, worthIt)
  return { ...answer, refresh_token }
}
