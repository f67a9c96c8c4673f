import {
  type AdmissionRefusal,
  type AdmissionRow,
  admissionStatement,
} from '../../storage/admission/admission-query.ts'
import { type AgentStatus, statusMask, statusName } from '../../storage/agents/status-locks.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { inactive } from '../core/agent-status/inactive-agent.ts'
import { INVALID_TOKEN, unknownAgent } from '../core/agent-status/unknown-agent.ts'
import type { AgentActor, Runtime, Transport } from '../core/context.ts'
import type { KnownKey, KnownToken } from '../core/credentials.ts'
import { Problem } from '../core/problems/problem.ts'
import { TRUST_PERCENT } from '../core/rate-limits.ts'
import { digest16 } from '../core/text/digest.ts'
import { actionClaimOf, type CountedAction, refundAction } from './action-limit.ts'
import { type QuotaState, quotaOf, quotasOf, type RequestTally, retryAfterSeconds } from './quota-state.ts'

/** The credential of the caller; `session_digest` is the MCP session of the call. */
export type Proof =
  | { kind: 'signature'; holder: KnownKey; nonce: string | undefined; timestamp_ms: number }
  | { kind: 'token'; holder: KnownToken; session_digest?: string | undefined }

export interface AdmissionTerms {
  transport: Transport
  statuses: readonly AgentStatus[]
  /** The action of the call, if it has a limit of its own. */
  action?: CountedAction | undefined
  tally?: Pick<RequestTally, 'report' | 'proven'> | undefined
}

/** Nonces are stored longer than the freshness window of envelopes (ENV-71). */
export const NONCE_RETENTION_MS = RETENTION.nonces.ms

/** The verifying key is no longer the agent's: reload it and verify again. */
export class StaleKey extends Error {}

/**
 * Admits a call: consumes the nonce and checks key version, token, session, status and rate limits, all in one round
 * trip that is shared with the calls in flight. Errors come in the order of ENV-94 and ENV-96; `StaleKey` may come
 * instead.
 *
 * Invariants: a nonce is consumed exactly once; a rejected call consumes its nonce, but neither limits nor idempotency
 * keys.
 */
export async function admit(runtime: Runtime, proof: Proof, terms: AdmissionTerms): Promise<AgentActor> {
  const { holder } = proof
  const now = runtime.clock()
  const signed = proof.kind === 'signature' ? proof : undefined
  const { agent_id, handle, visibility, key_version, key_fingerprint } = holder
  const claim = actionClaimOf(runtime, terms.action, agent_id)
  const outcome = await runtime.admissionBatch(admissionStatement, {
    agent_id,
    key_version,
    status_mask: statusMask(terms.statuses),
    nonce: signed?.nonce === undefined ? '' : digest16(agent_id, signed.nonce),
    nonce_expires_at: new Date(Math.max(now, signed?.timestamp_ms ?? now) + NONCE_RETENTION_MS).toISOString(),
    token: proof.kind === 'token' ? proof.holder.digest : '',
    session: proof.kind === 'token' ? (proof.session_digest ?? '') : '',
    quota: runtime.limits?.requests.windows[0].limit ?? 0,
    action: claim,
    percents: TRUST_PERCENT,
    now_ms: now,
    returns_position: runtime.standbys !== undefined,
  })
  const quotas = readQuotas(runtime, terms, outcome, now)
  terms.tally?.report(quotas)
  if (isProven(outcome)) terms.tally?.proven(agent_id)
  const charge =
    claim && outcome.is_charged && outcome.action ? { counter: claim.counter, ...outcome.action } : undefined
  if (outcome.refusal) {
    if (charge) await refundAction(runtime, charge)
    throw await refusal(runtime, proof, outcome, quotas)
  }
  const status = statusName(outcome.status ?? 0)
  const { transport } = terms
  const actor: AgentActor = {
    kind: 'agent',
    agent_id,
    handle,
    visibility,
    key_version,
    key_fingerprint,
    status,
    transport,
  }
  if (proof.kind === 'token') actor.token = proof.holder.digest
  if (charge && !isKept(runtime, terms)) actor.charge = charge
  const { lsn, timeline } = outcome
  if (lsn !== undefined && timeline !== undefined) actor.position = { lsn, timeline }
  return actor
}

const isKept = ({ limits }: Runtime, { action }: AdmissionTerms) =>
  limits !== undefined && action !== undefined && limits[action.bucket].countsRefused === true

/** Whether the call is authenticated, whatever else rejects it: a fresh nonce, and a current key or valid token. */
const isProven = ({ refusal }: AdmissionRow) => TOLD.includes(refusal) || refusal === 'inactive'

const TOLD: readonly (AdmissionRefusal | null)[] = [null, 'limited', 'action_limited']

/** The state of the limits that the request counted against; left out for calls rejected for another reason. */
function readQuotas({ limits }: Runtime, { action }: AdmissionTerms, outcome: AdmissionRow, now: number): QuotaState[] {
  const { refusal, agency_tier, previous, current } = outcome
  if (!limits || !TOLD.includes(refusal)) return []
  const tier = agency_tier ?? 1
  const [window] = limits.requests.windows
  const quotas =
    previous === null || current === null
      ? []
      : [quotaOf({ bucket: 'requests' }, window, tier, { previous, current }, now)]
  return action && outcome.action ? quotas.concat(quotasOf(limits, action.bucket, tier, outcome.action, now)) : quotas
}

function refusal(
  runtime: Runtime,
  proof: Proof,
  outcome: AdmissionRow,
  quotas: readonly QuotaState[],
): Error | Promise<Error> {
  switch (outcome.refusal) {
    case 'stale_key':
      return proof.kind === 'token' ? new Problem('invalid-token', INVALID_TOKEN) : new StaleKey()
    case 'token_ended':
      return new Problem('invalid-token', INVALID_TOKEN)
    case 'session_ended':
      return new Problem('not-found', 'This MCP session has ended. Initialize a new one.')
    case 'replayed':
      return new Problem('aui-signature-nonce-replayed', 'This nonce was already used.', {
        hint: 'Sign each request again with a new nonce. To retry a write safely, send the same idempotency_key.',
      })
    case 'inactive': {
      const { kind, holder } = proof
      const agent = { agent_id: holder.agent_id, status: statusName(outcome.status ?? 0) }
      const { db, installation, clock } = runtime
      return inactive({ db, installation, now: new Date(clock()) }, agent, { isSigned: kind === 'signature' })
    }
    case 'limited':
      return new LimitReached(quotas.filter(({ bucket }) => bucket === 'requests'))
    case 'action_limited':
      return new LimitReached(quotas.filter(({ bucket }) => bucket !== 'requests'))
    default:
      return unknownAgent(proof.kind)
  }
}

/** The problem for an exhausted limit; the headers of the response describe it. */
export class LimitReached extends Problem {
  readonly quotas: readonly QuotaState[]

  constructor(quotas: readonly QuotaState[]) {
    const [quota] = quotas
    super('rate-limited', 'The rate limit for this action is used up.', {
      retry_after_seconds: retryAfterSeconds(quotas),
      ...(quota ? { bucket: quota.bucket } : {}),
    })
    this.quotas = quotas
  }
}
