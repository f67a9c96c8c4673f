import { z } from 'zod'
import { findAgentStatus } from '../../storage/agents/status-locks.ts'
import { insertToken } from '../../storage/tokens/agent-tokens.ts'
import { inactive } from '../core/agent-status/inactive-agent.ts'
import type { AnyoneActor, Context } from '../core/context.ts'
import type { KnownKey } from '../core/credentials.ts'
import { Problem } from '../core/problems/problem.ts'
import type { Scope } from '../core/scopes.ts'
import { digest16 } from '../core/text/digest.ts'
import { invalidGrant, type ProvenAssertion, proveAssertion } from './assertion.ts'
import { readScopes, requireText, tokenProblem } from './token-problem.ts'
import { withTokenLimit } from './token-rate-limit.ts'
import { tokenDigest } from './token-ring.ts'
import { tokenStatuses } from './token-statuses.ts'

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
export const TOKEN_TTL_SECONDS = 3600

export const DEFAULT_SCOPES: readonly Scope[] = ['feed:read']

export const grantedToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
})

export const tokenExpiry = (now: Date): Date => new Date(now.getTime() + TOKEN_TTL_SECONDS * 1000)

/** Issues a token with these scopes. */
export const presentToken = (access_token: string, scopes: readonly string[], expires_in = TOKEN_TTL_SECONDS) => ({
  access_token,
  token_type: 'Bearer' as const,
  expires_in,
  scope: scopes.join(' '),
})

/** A token for a signed assertion with one of these audiences (TOKEN-1). */
export async function exchangeAssertion(
  given: { assertion?: unknown; scope?: unknown },
  context: Context<AnyoneActor>,
  audiences: readonly string[],
) {
  const assertion = requireText(given, 'assertion')
  const requested = readScopes(given.scope)
  const proven = await proveAssertion(assertion, context.keys, { audiences, now: context.now })
  const scopes = grantedScopes(requested, proven.holder)
  const token = await withTokenLimit(proven.holder.agent_id, context, () => issue(proven, scopes, context))
  return presentToken(token, scopes, lifetimeOf(proven.holder, context.now))
}

/** A token does not outlive the device key that obtained it. */
const lifetimeOf = ({ secondary }: KnownKey, now: Date): number =>
  secondary?.expires_at
    ? Math.min(TOKEN_TTL_SECONDS, Math.floor((secondary.expires_at.getTime() - now.getTime()) / 1000))
    : TOKEN_TTL_SECONDS

/** A device key obtains no more than it has itself; by default all of that (TOKEN-71). */
function grantedScopes(requested: readonly Scope[] | undefined, { secondary }: KnownKey): readonly Scope[] {
  if (!secondary) return requested ?? DEFAULT_SCOPES
  if (requested?.every(scope => secondary.scopes.includes(scope)) === false) {
    throw tokenProblem('invalid-scope', 'This device key does not have all of these scopes.')
  }
  return requested ?? secondary.scopes
}

async function issue(proven: ProvenAssertion, scopes: readonly Scope[], context: Context<AnyoneActor>) {
  const { holder, jti, expires_at } = proven
  const token = context.randomBytes(32).toString('base64url')
  const outcome = await insertToken(context.db, {
    digest: tokenDigest(token),
    agent_id: holder.agent_id,
    key_version: holder.key_version,
    device_key: holder.secondary ? holder.key_fingerprint : null,
    scopes,
    status_mask: tokenStatuses,
    created_at: context.now,
    expires_at: tokenExpiry(context.now),
    jti_digest: digest16('assertion', holder.agent_id, jti),
    jti_expires_at: expires_at,
  })
  if (outcome === 'inserted') return token
  if (outcome === 'inactive') {
    throw await inactiveClient(proven.holder.agent_id, context)
  }
  throw invalidGrant('Each jti can be used only once. Sign a new assertion with the current key.')
}

/** The key is proved, so the response may describe the status and how to become active (STATUS-32). */
async function inactiveClient(agent_id: string, context: Context<AnyoneActor>): Promise<Problem> {
  const refused = tokenProblem('unauthorized-client', 'The status of this agent does not allow tokens.')
  const standing = await findAgentStatus(context.db, agent_id)
  if (!standing) return refused
  const { members } = await inactive(context, { agent_id, status: standing.status }, { isSigned: false })
  return new Problem(refused.slug, refused.message, { ...members, ...refused.members })
}
