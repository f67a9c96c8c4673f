import type { AgentStatus } from '../../storage/agents/status-locks.ts'
import { admit, SessionEnded } from '../../tools/admission/admit.ts'
import type { AgentActor, Runtime } from '../../tools/core/context.ts'
import type { KnownToken, TokenProof } from '../../tools/core/credentials.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import { TOKEN_HOLDERS } from '../../tools/tokens/token-statuses.ts'
import type { RequestLimits } from '../http/limits/request-limits.ts'
import { bearerToken } from '../http/security/bearer.ts'
import type { McpSession } from './mcp-sessions.ts'
import { RpcError } from './wire/json-rpc.ts'
import { RPC } from './wire/protocol-versions.ts'

/** The sender of a message: an agent by its token, with or without a session. */
export interface McpCaller {
  token: KnownToken
  session?: McpSession
  limits: RequestLimits
}

/** The claimed sender of a request, by the digest of its token, before any work for it. */
export async function claimMcpToken(
  authorization: string | undefined,
  limits: RequestLimits,
): Promise<string | undefined> {
  const token = bearerToken(authorization)
  if (!token) return undefined
  const digest = tokenDigest(token)
  await limits.claim(digest)
  return digest
}

/** The issued token; `admitCaller` checks whether it is still valid. */
export async function requireToken(runtime: Runtime, digest: string | undefined): Promise<KnownToken> {
  const known = digest === undefined ? undefined : await runtime.tokens.find(digest)
  return known ?? refuseToken()
}

function refuseToken(): never {
  throw new Problem('invalid-token', 'The access token is missing, unknown, expired or revoked.')
}

export const sessionNotFound = (): RpcError =>
  new RpcError(RPC.sessionNotFound, 'Session not found: it has ended; send initialize to open a new one', {
    status: 404,
  })

export const tokenProofOf = ({ token, session }: McpCaller): TokenProof => ({
  kind: 'token',
  holder: token,
  session_digest: session?.digest,
})

/** Counts and admits one message that calls no tool. */
export async function admitCaller(runtime: Runtime, caller: McpCaller): Promise<AgentActor> {
  const terms = { transport: 'mcp', statuses: TOKEN_HOLDERS } as const
  const { actor, refusal, ...reported } = await admit(runtime, tokenProofOf(caller), terms)
  caller.limits.settle(reported)
  return actor ?? refuseMessage(refusal)
}

/** A session that ended is a 404, and an agent that may not hold tokens has none. */
export function refuseMessage(refusal: Problem | undefined): never {
  if (refusal instanceof SessionEnded) throw sessionNotFound()
  const { agent_status } = refusal?.members ?? {}
  if (refusal?.slug === 'aui-signature-agent-inactive' && !TOKEN_HOLDERS.includes(agent_status as AgentStatus)) {
    refuseToken()
  }
  throw refusal
}
