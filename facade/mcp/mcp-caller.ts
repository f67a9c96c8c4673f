import type { AgentStatus } from '../../storage/agents/status-locks.ts'
import { type AdmissionTerms, admit } from '../../tools/admission/admit.ts'
import type { RequestTally } from '../../tools/admission/quota-state.ts'
import type { AgentActor, Runtime } from '../../tools/core/context.ts'
import type { KnownToken } from '../../tools/core/credentials.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import { TOKEN_HOLDERS } from '../../tools/tokens/token-statuses.ts'
import { bearerToken } from '../http/security/bearer.ts'
import type { McpSession } from './mcp-sessions.ts'
import { RpcError } from './wire/json-rpc.ts'
import { RPC } from './wire/protocol-versions.ts'

/** The sender of a message: an agent by its token, with or without a session. */
export interface McpCaller {
  token: KnownToken
  session?: McpSession
  tally: RequestTally
}

/** The claimed sender of a request, by the digest of its token, before any work for it. */
export async function claimMcpToken(
  authorization: string | undefined,
  tally: RequestTally,
): Promise<string | undefined> {
  const token = bearerToken(authorization)
  if (!token) return undefined
  const digest = tokenDigest(token)
  await tally.claim(digest)
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

/** Counts and admits one message; an ended session is a 404, an agent that may not hold tokens is rejected. */
export async function admitCaller(
  runtime: Runtime,
  { token, session, tally }: McpCaller,
  terms: AdmissionTerms = { transport: 'mcp', statuses: TOKEN_HOLDERS, tally },
): Promise<AgentActor> {
  try {
    return await admit(runtime, { kind: 'token', holder: token, session_digest: session?.digest }, terms)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.slug === 'not-found') throw sessionNotFound()
    const { agent_status } = error.members
    if (error.slug === 'aui-signature-agent-inactive' && !TOKEN_HOLDERS.includes(agent_status as AgentStatus)) {
      refuseToken()
    }
    throw error
  }
}
