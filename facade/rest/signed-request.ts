import {
  decodeHeaderEnvelope,
  type Envelope,
  type EnvelopeRefusal,
  FRESH_MS,
  parseEnvelope,
  pathsAgree,
} from '../../tools/admission/signed-envelope.ts'
import type { Runtime } from '../../tools/core/context.ts'
import type { SignatureProof } from '../../tools/core/credentials.ts'
import { Problem, type ProblemSlug } from '../../tools/core/problems/problem.ts'
import { JsonReading } from '../../tools/core/text/canonical-json.ts'
import { dummyVerify, notVerified, verifySignature, verifyWithCurrentKey } from '../../tools/keys/verify-signature.ts'
import type { HttpExchange } from '../http/exchange.ts'
import { bearerToken } from '../http/security/bearer.ts'
import { isV1Accepted, V1_SUNSET } from '../http/versioning.ts'

const SLUGS = {
  missing: 'aui-signature-missing',
  malformed: 'aui-signature-malformed',
  'version-unsupported': 'aui-signature-version-unsupported',
  'nonce-required': 'aui-signature-nonce-required',
} as const satisfies Record<EnvelopeRefusal['failure'], ProblemSlug>

const refuse = ({ failure, reason, hint, member }: EnvelopeRefusal) =>
  new Problem(SLUGS[failure], `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, {
    ...(hint === undefined ? {} : { hint }),
    ...(member === undefined ? {} : { member }),
  })

const malformed = (detail: string, hint: string) => new Problem('aui-signature-malformed', detail, { hint })

/** Of a request that may be signed. */
interface SignedParts {
  exchange: HttpExchange
  /** The path that its client signed, before any prefix is removed. */
  publicPath: string
  /** The envelope that is in its header. */
  signature: string | undefined
}

/** What a request carries, and who it is proven to be from. */
export interface SignedRequest {
  envelope: Envelope
  proof: SignatureProof
}

/** Verifies a signed request: envelope, time, agent, path and method, signature, in this order (ENV-91, ENV-92). */
export async function verifySigned(
  runtime: Runtime,
  { exchange, publicPath, signature }: SignedParts,
  body: JsonReading | undefined,
): Promise<SignedRequest> {
  const { method, headers, limits } = exchange
  const envelope = readEnvelope(method, body, signature)
  if (envelope instanceof Problem) {
    const isAnonymous = envelope.slug === 'aui-signature-missing' && bearerToken(headers.authorization) === undefined
    if (isAnonymous) await limits.countAnonymous()
    throw envelope
  }
  const claiming = limits.claim(envelope.agent_id)
  if (claiming) await claiming
  requireAccepted(envelope, runtime.clock())
  const { agent_id, key_id, message, signature: signed, nonce, timestamp_ms } = envelope
  const finding =
    key_id === undefined ? runtime.keys.find(agent_id) : runtime.keys.findSecondary({ agent_id, fingerprint: key_id })
  const holder = finding instanceof Promise ? await finding : finding
  if (!holder) {
    await dummyVerify(message, signed)
    throw await refuseKeyId(runtime, envelope)
  }
  const isValid = await verifySignature(holder.key, message, signed)
  const mismatch = routeMismatch(envelope, { method, path: publicPath })
  if (mismatch) throw notVerified(mismatch)
  const proof: SignatureProof = { kind: 'signature', holder, nonce, timestamp_ms, message, signature: signed }
  return { envelope, proof: isValid ? proof : await verifyWithCurrentKey(runtime.keys, proof) }
}

/** The agent is not enrolled, or has no such secondary key. */
async function refuseKeyId({ keys }: Runtime, { agent_id, key_id }: Envelope): Promise<Problem> {
  return key_id !== undefined && (await keys.find(agent_id))
    ? notVerified('key_id names no key of this agent, or a revoked one. Leave it out for the primary key.')
    : new Problem('aui-signature-agent-not-found', 'No agent with this agent_id is enrolled.')
}

/** The envelope from body or header (ENV-47 to ENV-49), or why there is none, up to the nonce (ENV-88 to ENV-90). */
function readEnvelope(method: string, body: JsonReading | undefined, header: string | undefined): Envelope | Problem {
  const inHeader =
    header === undefined ? undefined : parseEnvelope(new JsonReading(decodeHeaderEnvelope(header)), method)
  const inBody = body && parseEnvelope(body, method)
  const hasBody = inBody !== undefined && (inBody.ok || inBody.failure !== 'missing')
  const chosen = hasBody ? inBody : (inHeader ?? inBody)
  if (!chosen)
    return refuse({ ok: false, failure: 'missing', reason: 'the signed envelope is missing', hint: MISSING_HINT })
  if (!chosen.ok) return refuse(chosen.failure === 'missing' ? { ...chosen, hint: MISSING_HINT } : chosen)
  if (hasBody && inHeader && !isSame(inHeader.ok ? inHeader.envelope : undefined, chosen.envelope)) {
    return malformed(
      'The envelopes in the body and in X-AUI-Signature differ.',
      'Send only one of them, or the same in both.',
    )
  }
  return chosen.envelope
}

const MISSING_HINT = 'Send the signed envelope as the JSON body, or on GET in the X-AUI-Signature header.'

const isSame = (a: Envelope | undefined, b: Envelope) =>
  a?.message.equals(b.message) === true && a.signature.equals(b.signature)

function requireAccepted(envelope: Envelope, now: number): void {
  if (envelope.sig_version === 1 && !isV1Accepted(now)) {
    throw new Problem('aui-signature-version-unsupported', `Signature version 1 ended on ${V1_SUNSET}.`, {
      hint: 'Sign the canonical form of sig_version 2, with method, path and nonce.',
    })
  }
  requireFresh(envelope.timestamp_ms, now, 'timestamp_ms')
}

/** `member` is what the client calls the time. */
export function requireFresh(timestamp_ms: number, now: number, member: string): void {
  const ageMs = now - timestamp_ms
  if (Math.abs(ageMs) <= FRESH_MS) return
  const [slug, side] = ageMs > 0 ? (['expired', 'behind'] as const) : (['future', 'ahead of'] as const)
  throw new Problem(`aui-signature-timestamp-${slug}`, `${member} is more than 300,000 ms ${side} the server time.`, {
    server_time_ms: now,
  })
}

function routeMismatch(envelope: Envelope, request: { method: string; path: string }): string | undefined {
  if (envelope.sig_version === 1) return undefined
  if (envelope.method !== request.method)
    return 'The signed method does not match the method of this request, in upper case.'
  if (!pathsAgree(envelope.path, request.path))
    return 'The signed path does not match the path of this request without its query.'
  return undefined
}
