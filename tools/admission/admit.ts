import {
  type ActionClaim,
  type AdmissionItem,
  type AdmissionRefusal,
  type AdmissionRow,
  admissionStatement,
} from '../../storage/admission/admission-query.ts'
import { type CounterCharge, refundCounters } from '../../storage/admission/rate-counters.ts'
import { type AgentStatus, statusMask, statusName } from '../../storage/agents/status-locks.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { inactive } from '../core/agent-status/inactive-agent.ts'
import { INVALID_TOKEN, unknownAgent } from '../core/agent-status/unknown-agent.ts'
import type { AgentActor, Runtime, Transport } from '../core/context.ts'
import type { Proof } from '../core/credentials.ts'
import type { Tool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { type BucketName, TRUST_PERCENT } from '../core/rate-limits.ts'
import { isIdempotencyKey } from '../core/schemas.ts'
import { digest16 } from '../core/text/digest.ts'
import { notVerified, verifyWithCurrentKey } from '../keys/verify-signature.ts'
import { counterClaim, type QuotaState, quotaOf, quotasOf, retryAfterSeconds } from './quota-state.ts'

/** A call that counts in a bucket of its own, beside all requests. */
export interface CountedAction {
  bucket: BucketName
  tool: string
  /** '' for none. */
  idempotency_key: string
}

export interface AdmissionTerms {
  transport: Transport
  statuses: readonly AgentStatus[]
  /** The action of the call, if it has a limit of its own. */
  action?: CountedAction | undefined
}

/** How a call was admitted: its actor, or what refuses it, and what its response reports of the limits either way. */
export interface Admission {
  readonly actor?: AgentActor
  readonly refusal?: Problem
  /** Whose call it is, as soon as its proof held: a limit or the agent's status may refuse it all the same. */
  readonly agent_id: string | undefined
  readonly quotas: readonly QuotaState[]
}

/** Nonces are stored longer than the freshness window of envelopes (ENV-71). */
export const NONCE_RETENTION_MS = RETENTION.nonces.ms

/**
 * Decides whether a call whose proof was verified may run: spends the nonce, and checks key version, token, session,
 * status and rate limits, all in one round trip shared with the requests in flight. Problems come in the order of ENV-94
 * and ENV-96. A signature by a key that was replaced in the meantime is verified with the current key instead.
 */
export async function admit(runtime: Runtime, proof: Proof, terms: AdmissionTerms): Promise<Admission> {
  const now = runtime.clock()
  const claim = actionClaimOf(runtime, terms.action, proof.holder.agent_id)
  const outcome = await runtime.admissionBatch(admissionStatement, itemOf(runtime, proof, terms, claim, now))
  if (outcome.refusal === 'stale_key' && proof.kind === 'signature') {
    return await admit(runtime, await verifyWithCurrentKey(runtime.keys, proof), terms)
  }
  const quotas = readQuotas(runtime, terms, outcome, now)
  const agent_id = isProven(outcome) ? proof.holder.agent_id : undefined
  const charge =
    claim && outcome.is_charged && outcome.action ? { counter: claim.counter, ...outcome.action } : undefined
  if (outcome.refusal) {
    if (charge) await refundAction(runtime, charge)
    return { refusal: await refusal(runtime, proof, outcome, quotas), agent_id, quotas }
  }
  const actor = actorOf(proof, terms.transport, outcome)
  if (charge && terms.action && !isRefusedCounted(runtime, terms.action)) actor.charge = charge
  return { actor, agent_id, quotas }
}

function itemOf(
  { limits, standbys }: Runtime,
  proof: Proof,
  { statuses }: AdmissionTerms,
  action: ActionClaim | undefined,
  now: number,
): AdmissionItem {
  const { agent_id, key_version } = proof.holder
  const signed = proof.kind === 'signature' ? proof : undefined
  return {
    agent_id,
    key_version,
    status_mask: statusMask(statuses),
    secondary_key: signed?.holder.secondary && signed.holder.key_fingerprint,
    nonce: signed?.nonce === undefined ? '' : digest16(agent_id, signed.nonce),
    nonce_expires_at: new Date(Math.max(now, signed?.timestamp_ms ?? now) + NONCE_RETENTION_MS).toISOString(),
    token: proof.kind === 'token' ? proof.holder.digest : '',
    session: proof.kind === 'token' ? (proof.session_digest ?? '') : '',
    quota: limits?.requests.windows[0].limit ?? 0,
    action,
    percents: TRUST_PERCENT,
    now_ms: now,
    returns_position: standbys !== undefined,
  }
}

function actorOf(proof: Proof, transport: Transport, outcome: AdmissionRow): AgentActor {
  const { agent_id, handle, visibility, key_version, key_fingerprint } = proof.holder
  const status = statusName(outcome.status ?? 0)
  const kind = 'agent' as const
  const actor: AgentActor = { kind, agent_id, handle, visibility, key_version, key_fingerprint, status, transport }
  if (proof.kind === 'token') actor.token = proof.holder.digest
  else if (proof.holder.secondary) actor.secondary = proof.holder.secondary.kind
  if (outcome.has_hold_rules) actor.has_hold_rules = true
  const { lsn, timeline } = outcome
  if (lsn !== undefined && timeline !== undefined) actor.position = { lsn, timeline }
  return actor
}

/** What a call does, by its input as it was sent: admission comes before validation (ENV-97). */
export function actionOf(tool: Tool, input: Readonly<Record<string, unknown>>): CountedAction | undefined {
  const { limit, limitWaivedBy, name } = tool
  if (limit === undefined || limitWaivedBy(input)) return undefined
  const key = 'idempotency_key' in tool.input.shape ? input.idempotency_key : undefined
  return { bucket: limit, tool: name, idempotency_key: isIdempotencyKey(key) ? key : '' }
}

function actionClaimOf(
  { limits }: Runtime,
  action: CountedAction | undefined,
  agentId: string,
): ActionClaim | undefined {
  if (!limits || !action) return undefined
  const { bucket, tool, idempotency_key } = action
  return { ...counterClaim(limits, bucket, agentId), tool, idempotency_key }
}

/** A counter that keeps too much only makes somebody wait. */
export async function refundAction(
  runtime: Pick<Runtime, 'admissionBatch' | 'log'>,
  charge: CounterCharge,
): Promise<void> {
  await runtime.admissionBatch(refundCounters, charge).catch((error: unknown) => {
    runtime.log.warn({ err: error }, 'a counted action could not be refunded')
  })
}

/** Whether the action's limit counts what was refused, too. */
export const isRefusedCounted = ({ limits }: Pick<Runtime, 'limits'>, { bucket }: CountedAction): boolean =>
  limits?.[bucket].countsRefused === true

/** Whether the call is authenticated, whatever else rejects it: a fresh nonce, and a current key or valid token. */
const isProven = ({ refusal }: AdmissionRow) => REPORTED_REFUSALS.includes(refusal) || refusal === 'inactive'

const REPORTED_REFUSALS: readonly (AdmissionRefusal | null)[] = [null, 'limited', 'action_limited']

/** The state of the limits that the request counted against; left out for calls rejected for another reason. */
function readQuotas({ limits }: Runtime, { action }: AdmissionTerms, outcome: AdmissionRow, now: number): QuotaState[] {
  const { refusal, agency_tier, previous, current } = outcome
  if (!limits || !REPORTED_REFUSALS.includes(refusal)) return []
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
): Problem | Promise<Problem> {
  switch (outcome.refusal) {
    case 'stale_key':
    case 'token_ended':
      return new Problem('invalid-token', INVALID_TOKEN)
    case 'key_ended':
      return notVerified('The key that key_id names was revoked or has expired.')
    case 'session_ended':
      return new SessionEnded()
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

/** The MCP session that a call belongs to has ended. */
export class SessionEnded extends Problem {
  constructor() {
    super('not-found', 'This MCP session has ended. Initialize a new one.')
  }
}

/** The refusal of a call for which these have no room; the headers of the answer tell of them. */
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
