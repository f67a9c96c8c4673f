import type { Queryable } from '../../storage/db/db.ts'
import { type AuthorizationRequest, findByGrantCode, takeRequest } from '../../storage/oauth/authorization-requests.ts'
import { retainClient } from '../../storage/oauth/oauth-clients.ts'
import { endGrant, insertOAuthGrant, lockHolder } from '../../storage/oauth/oauth-grants.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import { familyDigest, newFamily, newRefreshToken, refreshDigest } from '../tokens/refresh-token.ts'
import { requireText } from '../tokens/token-problem.ts'
import { withTokenLimit } from '../tokens/token-rate-limit.ts'
import { tokenStatuses } from '../tokens/token-statuses.ts'
import { clientExpiry } from './clients/client-lifetimes.ts'
import { grantCodeDigest, isVerifier } from './grant-code.ts'
import { grantExpiry } from './grant-lifetimes.ts'
import { grantRefused, issueTokens, requireClient, requireResource } from './issue-tokens.ts'

type Given = Readonly<Record<string, unknown>>

/** Exchanges a code for tokens, once; a second attempt revokes them (OAUTH-60 to OAUTH-66). */
export async function redeemCode(given: Given, context: Context<AnyoneActor>) {
  const [code, redirect_uri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map(name =>
    requireText(given, name),
  ) as [string, string, string]
  const client_id = await requireClient(given, context)
  const { db, now, transaction } = context
  const grant_code = grantCodeDigest(code)
  const request = await findByGrantCode(db, grant_code)
  if (!request) {
    await transaction(scope => endGrant(scope.db, { grant_code }))
    throw grantRefused()
  }
  const isBound = request.client_id === client_id && request.redirect_uri === redirect_uri
  if (!isBound || !isVerifier(verifier, request.code_challenge)) throw grantRefused()
  if (Date.parse(request.expires_at) <= now.getTime() || !isHeld(request)) throw grantRefused()
  requireResource(given, request.resource, context)
  return await withTokenLimit(request.agent_id, context, async () => {
    const tokens = await transaction(scope => redeem(scope.db, { ...request, grant_code }, context))
    if (!tokens) throw grantRefused()
    return tokens
  })
}

/** Approved by an agent. */
type Held = AuthorizationRequest & { agent_id: string; key_version: number; granted: string[] }

const isHeld = (request: AuthorizationRequest): request is Held =>
  request.agent_id !== null && request.key_version !== null && request.granted !== null

/** `undefined`: the agent's status does not allow it, or a concurrent exchange was first, whose tokens are revoked. */
async function redeem(db: Queryable, request: Held & { grant_code: string }, context: Context<AnyoneActor>) {
  const { id, grant_code, granted: scopes, ...held } = request
  const { now, randomBytes } = context
  if (!(await lockHolder(db, held, tokenStatuses, now))) return undefined
  if (!(await takeRequest(db, id))) {
    await endGrant(db, { grant_code })
    return undefined
  }
  const refresh_token = newRefreshToken(newFamily(randomBytes), randomBytes)
  await insertOAuthGrant(db, {
    ...held,
    id,
    grant_code,
    scopes,
    created_at: now,
    expires_at: grantExpiry(now),
    family: familyDigest(refresh_token),
    refresh: refreshDigest(refresh_token),
  })
  const tokens = await issueTokens(db, { ...held, id, scopes }, context)
  const { until, worthIt } = clientExpiry(now)
  await retainClient(db, held.client_id, until, worthIt)
  return { ...tokens, refresh_token }
}
