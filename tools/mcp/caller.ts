import { AGENT_STATUS, type AgentStatus } from '../../storage/standing.ts'
import type { AgentActor, Runtime } from '../context.ts'
import type { Action } from '../identity/action.ts'
import { admit } from '../identity/admission.ts'
import type { Tally } from '../identity/quotas.ts'
import { type KnownToken, tokenDigest } from '../identity/token-ring.ts'
import { tokenStatuses } from '../identity/token-statuses.ts'
import { Problem } from '../problems.ts'
import { RPC } from './protocol.ts'
import { RpcError } from './rpc.ts'
import type { Session } from './sessions.ts'

/** Who sent a message: an agent by its token, in a session or in none. */
export interface Caller {
  token: KnownToken
  session?: Session
  tally?: Tally
}

const STATUSES = Object.keys(AGENT_STATUS) as AgentStatus[]

export const TOKEN_HOLDERS: readonly AgentStatus[] = STATUSES.filter(
  status => (tokenStatuses >> AGENT_STATUS[status]) & 1,
)

const BEARER = /^Bearer +([^\s]+) *$/i

const tokenIn = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]

/** Who the request says it is from, ahead of any work for it. */
export function claimToken(authorization: string | undefined, tally: Tally | undefined): void {
  const token = tokenIn(authorization)
  if (token !== undefined) tally?.claim(tokenDigest(token))
}

/** The token as it was issued; whether it still serves is `admitCaller`'s to say. */
export async function requireToken(runtime: Runtime, authorization: string | undefined): Promise<KnownToken> {
  const token = tokenIn(authorization)
  const known = token === undefined ? undefined : await runtime.tokens.find(token)
  return known ?? refuseToken()
}

function refuseToken(): never {
  throw new Problem('invalid-token', 'The access token is missing, unknown, expired or revoked.')
}

export const sessionNotFound = (): RpcError =>
  new RpcError(RPC.sessionNotFound, 'Session not found: it has ended; send initialize to open a new one', {
    status: 404,
  })

/** Counts and admits one message; a session that ended is a 404, an agent that may not hold tokens has none. */
export async function admitCaller(
  runtime: Runtime,
  { token, session, tally }: Caller,
  { statuses = TOKEN_HOLDERS, action }: { statuses?: readonly AgentStatus[]; action?: Action | undefined } = {},
): Promise<AgentActor> {
  const credential = { kind: 'token' as const, holder: token, ...(session ? { session_digest: session.digest } : {}) }
  try {
    return await admit(runtime, credential, { door: 'mcp', statuses, action, tally })
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
