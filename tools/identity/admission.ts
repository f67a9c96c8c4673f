import { type Admission, admission, WINDOW_MS } from '../../storage/admission.ts'
import { type AgentStatus, statusMask, statusName } from '../../storage/standing.ts'
import type { AgentActor, Door, Runtime } from '../context.ts'
import { Problem } from '../problems.ts'
import { digest16 } from './digest.ts'
import { inactive } from './inactive.ts'
import type { KnownKey } from './key-ring.ts'
import type { KnownToken } from './token-ring.ts'

/** What proved who is calling; `session_digest` is the MCP session that the call belongs to. */
export type Credential =
  | { kind: 'signature'; holder: KnownKey; nonce: string | undefined; timestamp_ms: number }
  | { kind: 'token'; holder: KnownToken; session_digest?: string }

export interface Terms {
  door: Door
  statuses: readonly AgentStatus[]
}

/** Nonces outlive their envelope's freshness window (decisions S3). */
const NONCE_KEPT_MS = 300_000

/** The key that verified the signature is no longer the agent's: load it anew and verify again. */
export class StaleKey extends Error {}

const INVALID_TOKEN = 'The access token is unknown, expired or revoked.'

/**
 * Spends the nonce, checks key version, token, session, status and rate limit, all in one round trip shared with the
 * requests in flight. Raises the problems of decisions S5 steps 11 to 13, or `StaleKey`.
 */
export async function admit(runtime: Runtime, credential: Credential, terms: Terms): Promise<AgentActor> {
  const { holder } = credential
  const now = runtime.clock()
  const signed = credential.kind === 'signature' ? credential : undefined
  const outcome = await runtime.admissionBatch(admission, {
    agent_id: holder.agent_id,
    key_version: holder.key_version,
    status_mask: statusMask(terms.statuses),
    nonce: signed?.nonce === undefined ? '' : digest16(holder.agent_id, signed.nonce),
    nonce_expires_at: new Date(Math.max(now, signed?.timestamp_ms ?? now) + NONCE_KEPT_MS).toISOString(),
    token: credential.kind === 'token' ? credential.holder.digest : '',
    session: credential.kind === 'token' ? (credential.session_digest ?? '') : '',
    quota: runtime.requestQuota,
    now_ms: now,
  })
  if (outcome.refusal) throw await refusal(runtime, credential, outcome, now)
  const { agent_id, handle, visibility, key_version, key_fingerprint } = holder
  const status = statusName(outcome.status ?? 0)
  return { kind: 'agent', agent_id, handle, visibility, key_version, key_fingerprint, status, door: terms.door }
}

function refusal(runtime: Runtime, credential: Credential, outcome: Admission, now: number): Error | Promise<Error> {
  switch (outcome.refusal) {
    case 'stale_key':
      return credential.kind === 'token' ? new Problem('invalid-token', INVALID_TOKEN) : new StaleKey()
    case 'token_ended':
      return new Problem('invalid-token', INVALID_TOKEN)
    case 'session_ended':
      return new Problem('not-found', 'This MCP session has ended; initialize a new one.')
    case 'replayed':
      return new Problem('aui-signature-nonce-replayed', 'This nonce was used before.', {
        hint: 'Sign each request anew with a fresh nonce; to retry a write safely, keep its idempotency_key.',
      })
    case 'inactive':
      return inactive(runtime, { agent_id: credential.holder.agent_id, status: statusName(outcome.status ?? 0) })
    case 'limited':
      return limited(runtime.requestQuota, outcome, now)
    default:
      return unknownAgent(credential.kind)
  }
}

/** The agent was never enrolled, or was deleted. */
export function unknownAgent(credential: Credential['kind']): Problem {
  return credential === 'token'
    ? new Problem('invalid-token', INVALID_TOKEN)
    : new Problem('aui-signature-agent-not-found', 'No agent with this agent_id is enrolled.')
}

/** When the sliding window has room again for one request, in whole seconds. */
export function retryAfterSeconds(quota: number, previous: number, current: number, nowMs: number): number {
  const elapsed = nowMs % WINDOW_MS
  const roomIn = (counted: number, from: number) => Math.max(0, (1 - (quota - 1 - from) / counted) * WINDOW_MS)
  const waitMs =
    current <= quota - 1 && previous > 0
      ? roomIn(previous, current) - elapsed
      : WINDOW_MS - elapsed + (current > 0 ? roomIn(current, 0) : 0)
  return Math.max(1, Math.ceil(waitMs / 1000))
}

function limited(quota: number, { previous, current }: Admission, nowMs: number): Problem {
  return new Problem('rate-limited', 'This agent has used up its requests for now.', {
    retry_after_seconds: retryAfterSeconds(quota, previous ?? 0, current ?? 0, nowMs),
  })
}
