import { type AdmissionTerms, admit, StaleKey } from '../../tools/admission/admit.ts'
import {
  decodeHeaderEnvelope,
  type Envelope,
  type EnvelopeRefusal,
  FRESH_MS,
  parseEnvelope,
  pathsAgree,
} from '../../tools/admission/signed-envelope.ts'
import type { AgentActor, Runtime } from '../../tools/core/context.ts'
import type { KnownKey } from '../../tools/core/credentials.ts'
import { Problem, type ProblemSlug } from '../../tools/core/problems/problem.ts'
import { JsonReading } from '../../tools/core/text/canonical-json.ts'
import type { Credential } from '../../tools/execute.ts'
import { dummyVerify, verifySignature } from '../../tools/keys/verify-signature.ts'
import { bearerToken } from '../http/security/bearer.ts'
import { isV1Accepted, V1_SUNSET } from '../http/versioning.ts'
import type { RestRequest } from './rest-request.ts'

/** The request that the signature must cover. */
interface Target {
  method: string
  path: string
}

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

/** The payload of a request, and its authenticated sender. */
export interface SignedRequest {
  envelope: Envelope
  credential: Credential
}

/** Verifies a signed request: envelope, time, agent, path and method, signature, in this order (ENV-91, ENV-92). */
export async function verifySigned(
  runtime: Runtime,
  { exchange, publicPath, signature }: RestRequest,
  body: JsonReading | undefined,
): Promise<SignedRequest> {
  const { method, headers, limits } = exchange
  const envelope = readEnvelope(method, body, signature)
  if (envelope instanceof Problem) {
    const isAnonymous = envelope.slug === 'aui-signature-missing' && bearerToken(headers.authorization) === undefined
    if (isAnonymous) await limits.countAnonymous()
    throw envelope
  }
  await limits.claim(envelope.agent_id)
  const target = { method, path: publicPath }
  requireAccepted(envelope, runtime.clock())
  const holder = await runtime.keys.find(envelope.agent_id)
  if (holder) return { envelope, credential: await prove(runtime, envelope, target, holder) }
  await dummyVerify(envelope.message, envelope.signature)
  throw new Problem('aui-signature-agent-not-found', 'No agent with this agent_id is enrolled.')
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
  const ageMs = now - envelope.timestamp_ms
  if (ageMs > FRESH_MS) {
    throw new Problem(
      'aui-signature-timestamp-expired',
      'timestamp_ms is more than 300,000 ms behind the server time.',
      {
        server_time_ms: now,
      },
    )
  }
  if (ageMs < -FRESH_MS) {
    throw new Problem(
      'aui-signature-timestamp-future',
      'timestamp_ms is more than 300,000 ms ahead of the server time.',
      {
        server_time_ms: now,
      },
    )
  }
}

async function prove(runtime: Runtime, envelope: Envelope, target: Target, holder: KnownKey): Promise<Credential> {
  const isProven = await verifySignature(holder.key, envelope.message, envelope.signature)
  const mismatch = routeMismatch(envelope, target)
  if (mismatch) throw unverified(mismatch)
  return isProven ? new Signature(envelope, target, holder) : await proveAnew(runtime, envelope, target, holder)
}

/** The key may have been rotated since it was cached. */
async function proveAnew(runtime: Runtime, envelope: Envelope, target: Target, known: KnownKey): Promise<Credential> {
  const current = await rotatedKey(runtime, known)
  if (!current) throw unverified(VERIFICATION_HINT)
  return await prove(runtime, envelope, target, current)
}

class Signature implements Credential {
  readonly scopes = undefined
  private readonly envelope: Envelope
  private readonly target: Target
  private readonly holder: KnownKey

  constructor(envelope: Envelope, target: Target, holder: KnownKey) {
    this.envelope = envelope
    this.target = target
    this.holder = holder
  }

  async admit(runtime: Runtime, terms: AdmissionTerms): Promise<AgentActor> {
    const { envelope, target, holder } = this
    const { nonce, timestamp_ms } = envelope
    try {
      return await admit(runtime, { kind: 'signature', holder, nonce, timestamp_ms }, terms)
    } catch (error) {
      if (!(error instanceof StaleKey)) throw error
      const renewed = await proveAnew(runtime, envelope, target, holder)
      return await renewed.admit(runtime, terms)
    }
  }
}

async function rotatedKey(runtime: Runtime, holder: KnownKey): Promise<KnownKey | undefined> {
  const current = await runtime.keys.find(holder.agent_id, { fresh: true })
  return current && current.key_version > holder.key_version ? current : undefined
}

const VERIFICATION_HINT =
  'Sign the compact JSON of the members, in the order that the protocol defines, with RSA-PSS, SHA-256 and ' +
  'MGF1-SHA-256. In Node.js use crypto.constants.RSA_PKCS1_PSS_PADDING. Encode non-ASCII text as literal UTF-8. ' +
  'After keys/rotate, sign with the new key: if its response was lost, ping with the new key; 200 means it was replaced.'

const unverified = (hint: string) =>
  new Problem('aui-signature-verification-failed', 'The signature is not valid.', { hint })

function routeMismatch(envelope: Envelope, request: { method: string; path: string }): string | undefined {
  if (envelope.sig_version === 1) return undefined
  if (envelope.method !== request.method)
    return 'The signed method does not match the method of this request, in upper case.'
  if (!pathsAgree(envelope.path, request.path))
    return 'The signed path does not match the path of this request without its query.'
  return undefined
}
