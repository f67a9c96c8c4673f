import type { Broker, ProbeKind, ProbeResult, ProbeTarget } from '../../push/broker/a2a.ts'
import type { CheckLog } from './check-log.ts'
import { describeFailure, FAILURE_DETAILS, type ProviderFailure } from './provider-failure.ts'

/** Whether a provider distinguishes our calls from others, and the certificate it presented. */
export interface EndpointResponse {
  resolved_ip: string | null
  certificate_sha256: string | null
  latency_ms: number
}

interface Parts {
  broker: Broker
  monotonic(): number
  /** The remaining time of the whole check. */
  remainingMs(): number
}

type Negative = Exclude<ProbeKind, 'signed'> | 'replay'

/** Descriptions of the requests that must be rejected. */
const NEGATIVES: Readonly<Record<Negative, string>> = {
  unsigned: 'a request without a signature',
  wrong_key: 'a request signed by another key in our name',
  changed_body: 'a request whose body differs from the signed one',
  other_target: 'a request signed for another URL',
  stale: 'a request signed ten minutes ago',
  replay: 'a request that it has already answered',
  other_provider: 'a request addressed to another agent',
}

const GATING: readonly Negative[] = ['unsigned', 'wrong_key', 'changed_body']
const EVIDENCE: readonly Negative[] = ['other_target', 'stale', 'replay', 'other_provider']

const CALL_MS = 10_000

/**
 * First one request that must be rejected, then the one that must be answered, then the others: this detects providers
 * that accept everything or reply from memory. `undefined` if the valid one was not answered; then the rest is skipped.
 */
export async function challengeEndpoint(
  parts: Parts,
  target: ProbeTarget,
  log: CheckLog,
): Promise<EndpointResponse | undefined> {
  const [first, ...others] = GATING
  await askNegative(parts, target, first!, log)
  const started = parts.monotonic()
  const positive = await probe(parts, target, 'signed')
  const latency_ms = Math.round(parts.monotonic() - started)
  const { outcome, answerer } = positive
  if (outcome.kind !== 'message' && outcome.kind !== 'task') {
    log.fail('challenge_positive', failureOf(outcome))
    return undefined
  }
  log.pass('challenge_positive', { detail: describe(positive) })
  for (const negative of others) await askNegative(parts, target, negative, log)
  for (const negative of EVIDENCE) await askNegative(parts, target, negative, log, positive)
  const { address = null, certificate_sha256 = null } = answerer ?? {}
  return { resolved_ip: address, certificate_sha256: certificate_sha256 ?? null, latency_ms }
}

async function askNegative(
  parts: Parts,
  target: ProbeTarget,
  negative: Negative,
  log: CheckLog,
  answered?: ProbeResult,
): Promise<void> {
  const refusal = { variant: negative, isEvidence: EVIDENCE.includes(negative) }
  const { outcome } = await (negative === 'replay'
    ? probeAgain(parts, target, answered!)
    : probe(parts, target, negative))
  if (isRefusal(outcome))
    return log.pass('challenge_negative', { ...refusal, detail: `Rejected ${NEGATIVES[negative]}.` })
  if (outcome.kind === 'message' || outcome.kind === 'task') {
    const detail = `The provider accepted ${NEGATIVES[negative]}. It must return 400, 401, 403 or a JSON-RPC error.`
    return log.fail('challenge_negative', { ...refusal, code: 'SIGNATURE_NOT_CHECKED', detail })
  }
  const { code, detail } = failureOf(outcome)
  log.fail('challenge_negative', { ...refusal, code, detail: `Not rejected: ${NEGATIVES[negative]}. ${detail}` })
}

async function probe(parts: Parts, target: ProbeTarget, kind: ProbeKind): Promise<ProbeResult> {
  const probed = await parts.broker.probe(within(parts, target), kind)
  endTask(parts, target, probed)
  return probed
}

async function probeAgain(parts: Parts, target: ProbeTarget, answered: ProbeResult): Promise<ProbeResult> {
  const probed = await parts.broker.probeAgain(within(parts, target), answered)
  endTask(parts, target, probed)
  return probed
}

function within(parts: Parts, target: ProbeTarget): ProbeTarget {
  const timeoutMs = Math.max(1, Math.floor(Math.min(CALL_MS, parts.remainingMs())))
  return { ...target, timeoutMs, signal: AbortSignal.timeout(timeoutMs) }
}

/** A probe is not work: a task that a provider started for it is cancelled, without waiting for it. */
function endTask(parts: Parts, target: ProbeTarget, { outcome }: ProbeResult): void {
  if (outcome.kind === 'task') void parts.broker.cancelTask(within(parts, target), outcome.task.id)
}

const REFUSALS = [400, 401, 403]

const isRefusal = (outcome: ProbeResult['outcome']): boolean =>
  outcome.kind === 'error' || (outcome.kind === 'status' && REFUSALS.includes(outcome.status))

function describe({ outcome, probe: sent }: ProbeResult): string {
  if (outcome.kind === 'task') return 'The provider started a task for a probe. The task was cancelled.'
  if (outcome.kind !== 'message') return ''
  const echo = outcome.message.parts.find(({ data }) => data !== undefined)?.data
  const isEcho = typeof echo === 'object' && echo !== null && 'probe' in echo && echo.probe === sent
  return isEcho ? 'The provider returned the probe.' : 'The provider responded, but did not repeat the probe.'
}

type Failure = Exclude<ProbeResult['outcome'], { kind: 'message' | 'task' }>

function failureOf(outcome: Failure): { code: ProviderFailure; detail: string } {
  const plain = (code: ProviderFailure) => ({ code, detail: FAILURE_DETAILS[code] })
  switch (outcome.kind) {
    case 'not_sent':
    case 'unknown':
      return describeFailure(outcome.code)
    case 'too_large':
      return plain('PROVIDER_RESPONSE_TOO_LARGE')
    case 'malformed':
      return { code: 'PROVIDER_PROTOCOL_ERROR', detail: outcome.detail }
    case 'error':
      return { code: 'PROVIDER_PROTOCOL_ERROR', detail: `The provider returned JSON-RPC error ${outcome.code}.` }
    case 'status': {
      const { status } = outcome
      if (status === 401 || status === 403) return plain('PROVIDER_REFUSED_SIGNATURE')
      return { code: 'PROVIDER_PROTOCOL_ERROR', detail: `The provider returned status ${status}.` }
    }
  }
}
