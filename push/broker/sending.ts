import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Egress } from '../egress.ts'
import { type EgressFailureCode, toEgressFailure } from '../egress-failure.ts'
import { type A2aResult, type A2aShape, readA2aResult, type UnusableResult } from './a2a-results.ts'
import type { CallTarget } from './calls.ts'
import type { createHostConcurrency, Slot } from './host-concurrency.ts'

/** The outcome of a call without a usable response. */
export type CallFailure =
  | UnusableResult
  /** An HTTP status other than 200. */
  | { kind: 'status'; status: number }
  /** No byte was sent: the call can be repeated. */
  | { kind: 'not_sent'; code: EgressFailureCode }
  /** It may have arrived. */
  | { kind: 'unknown'; code: EgressFailureCode }

/** Who responded. */
export interface ProviderAddress {
  address: string
  certificate_sha256: string | undefined
}

export interface SignedCall {
  id: string
  body: Buffer
  headers: Readonly<Record<string, string>>
}

const MAX_RESPONSE_BYTES = 1_048_576
const LONG_BYTES = 65_536
const PATIENCE_MS = 10_000

/** An unusable response; the request did arrive. */
const MALFORMED: Partial<Record<EgressFailureCode, string>> = {
  'answer-encoded': 'The response is compressed, which was not requested.',
  'answer-malformed': 'The response is not valid HTTP.',
  'headers-too-large': 'The headers of the response exceed 16 KiB.',
}

export interface BrokerSendingParts {
  egress: Egress
  slots: ReturnType<typeof createHostConcurrency>
}

export interface CallResult<Shape extends A2aShape> {
  outcome: A2aResult<Shape> | CallFailure
  answerer?: ProviderAddress
}

/** Makes the call once, when it gets a slot. */
export async function sendCall<Shape extends A2aShape>(
  { egress, slots }: BrokerSendingParts,
  target: CallTarget,
  sign: () => Promise<SignedCall>,
  shape: Shape,
): Promise<CallResult<Shape>> {
  const { url } = target.interface
  if (!URL.canParse(url)) return { outcome: { kind: 'not_sent', code: 'url-malformed' } }
  const { host } = new URL(url)
  const slot = await slots.take({ host, party: target.party ?? host }, target.signal)
  if (!slot) return { outcome: { kind: 'not_sent', code: 'deadline' } }
  let isOverloaded = false
  try {
    // Signed only once it has its slot, because a signature is valid for a minute.
    const sent = await exchange(egress, target, await sign(), { shape, slot })
    isOverloaded = sent.outcome.kind === 'status' && isOverload(sent.outcome.status)
    return sent
  } finally {
    slot.release(isOverloaded)
  }
}

const isOverload = (status: number): boolean => status === 429 || status >= 500

async function exchange<Shape extends A2aShape>(
  egress: Egress,
  { interface: { url }, timeoutMs = PATIENCE_MS }: CallTarget,
  { id, body, headers }: SignedCall,
  { shape, slot }: { shape: Shape; slot: Slot },
): Promise<CallResult<Shape>> {
  let isWritten = false
  const writes = () => void (isWritten = true)
  try {
    const request = { url, method: 'POST', headers, body, timeoutMs, maxBytes: MAX_RESPONSE_BYTES } as const
    const { status, address, certificate_sha256, ...response } = await egress.send({
      ...request,
      writes,
      leads: slot.leads,
    })
    const answerer = { address, certificate_sha256 }
    if (status !== 200) return { outcome: { kind: 'status', status }, answerer }
    const outcome = readA2aResult(response.body, id, shape)
    // Yields between reading a long response and parsing it.
    if (response.body.length > LONG_BYTES) await othersFirst()
    return { outcome, answerer }
  } catch (error) {
    return { outcome: failureOf(toEgressFailure(error).code, isWritten) }
  }
}

function failureOf(code: EgressFailureCode, isWritten: boolean): CallFailure {
  const detail = MALFORMED[code]
  if (code === 'answer-too-large') return { kind: 'too_large' }
  if (detail) return { kind: 'malformed', detail }
  return isWritten ? { kind: 'unknown', code } : { kind: 'not_sent', code }
}
