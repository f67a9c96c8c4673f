import { z } from 'zod'
import { chargeCounters } from '../../storage/admission/rate-counters.ts'
import { insertToken } from '../../storage/tokens/tokens.ts'
import { LimitReached } from '../admission/admission.ts'
import { giveBack } from '../admission/counted-action.ts'
import { counterClaim, quotasOf } from '../admission/quotas.ts'
import type { AnyoneActor, Context } from '../kernel/context.ts'
import { definePublicTool } from '../kernel/define.ts'
import { TRUST_PERCENT } from '../kernel/limits.ts'
import { Problem, type ProblemSlug } from '../kernel/problems/problems.ts'
import { isScope, type Scope } from '../kernel/scopes.ts'
import { digest16 } from '../kernel/text/digest.ts'
import { invalidGrant, type ProvenAssertion, proveAssertion } from './assertion.ts'
import { tokenDigest } from './token-ring.ts'
import { tokenStatuses } from './token-statuses.ts'

export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
export const TOKEN_TTL_SECONDS = 3600

export const exchangeToken = definePublicTool({
  name: 'exchange_token',
  description: 'Exchange a JWT signed with the enrollment key for a bearer token.',
  effect: 'write',
  limit: 'tokens',
  input: z.object({
    grant_type: z.unknown().optional().describe(GRANT_TYPE),
    assertion: z.unknown().optional().describe('JWT by the key of the agent, for at most 5 minutes'),
    scope: z.unknown().optional().describe('scopes separated by blanks; by default feed:read'),
  }),
  takesAnyText: true,
  output: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    scope: z.string(),
  }),
  example: { input: { grant_type: GRANT_TYPE, assertion: 'eyJhbGciOiJQUzI1NiJ9.…', scope: 'feed:read post:write' } },
  problems: [
    'invalid-request',
    'unsupported-grant-type',
    'invalid-scope',
    'invalid-grant',
    'unauthorized-client',
    'rate-limited',
  ],
  async handler(given, context) {
    const { assertion, scopes } = readRequest(given)
    const { keys, installation, now } = context
    const proven = await proveAssertion(assertion, keys, { audiences: installation.audiences, now })
    const access_token = await counted(proven.holder.agent_id, context, () => issue(proven, scopes, context))
    return { access_token, token_type: 'Bearer' as const, expires_in: TOKEN_TTL_SECONDS, scope: scopes.join(' ') }
  },
})

/** RFC 6749 5.2 members beside the problem's own. */
const tokenProblem = (slug: ProblemSlug, detail: string) =>
  new Problem(slug, detail, { error: slug.replaceAll('-', '_'), error_description: detail })

function readRequest(given: { grant_type?: unknown; assertion?: unknown; scope?: unknown }) {
  const { grant_type, assertion, scope = 'feed:read' } = given
  if (typeof grant_type !== 'string') throw tokenProblem('invalid-request', 'grant_type is missing or no string.')
  if (grant_type !== GRANT_TYPE) throw tokenProblem('unsupported-grant-type', `grant_type must be ${GRANT_TYPE}.`)
  if (typeof assertion !== 'string' || assertion === '') {
    throw tokenProblem('invalid-request', 'assertion is missing or no string.')
  }
  if (typeof scope !== 'string') throw tokenProblem('invalid-request', 'scope must be a string.')
  const names = [...new Set(scope.split(' ').filter(name => name !== ''))]
  if (!names.every(isScope)) throw tokenProblem('invalid-scope', 'scope names a scope that does not exist.')
  return { assertion, scopes: names.length > 0 ? (names as Scope[]) : (['feed:read'] as Scope[]) }
}

/** Only the assertion says who asks, so that admission cannot count it. */
async function counted<Result>(
  agent_id: string,
  { limits, batch, now, log }: Context<AnyoneActor>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!limits) return await run()
  const claim = { ...counterClaim(limits, 'tokens', agent_id), agent_id, percents: TRUST_PERCENT }
  const outcome = await batch(chargeCounters, { ...claim, now_ms: now.getTime() })
  if (!outcome.is_granted)
    throw new LimitReached(quotasOf(limits, 'tokens', outcome.agency_tier ?? 1, outcome, now.getTime()))
  return await run().catch(async (error: unknown) => {
    if (error instanceof Problem) await giveBack({ admissionBatch: batch, log }, { counter: claim.counter, ...outcome })
    throw error
  })
}

async function issue(proven: ProvenAssertion, scopes: Scope[], context: Context<AnyoneActor>): Promise<string> {
  const { holder, jti, expires_at } = proven
  const token = context.randomBytes(32).toString('base64url')
  const outcome = await insertToken(context.db, {
    digest: tokenDigest(token),
    agent_id: holder.agent_id,
    key_version: holder.key_version,
    scopes,
    status_mask: tokenStatuses,
    created_at: context.now,
    expires_at: new Date(context.now.getTime() + TOKEN_TTL_SECONDS * 1000),
    jti_digest: digest16('assertion', holder.agent_id, jti),
    jti_expires_at: expires_at,
  })
  if (outcome === 'inserted') return token
  if (outcome === 'inactive') {
    throw tokenProblem('unauthorized-client', 'The status of this agent does not allow tokens.')
  }
  throw invalidGrant('Each jti serves once; sign a new assertion with the current key.')
}
