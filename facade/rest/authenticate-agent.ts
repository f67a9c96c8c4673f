import { INVALID_TOKEN } from '../../tools/core/agent-status/unknown-agent.ts'
import type { Runtime, SignedFacts } from '../../tools/core/context.ts'
import type { Proof } from '../../tools/core/credentials.ts'
import type { Tool } from '../../tools/core/define-tool.ts'
import { LONG_BODY_BYTES } from '../../tools/core/json-encoding.ts'
import {
  type ClaimedHttpSignature,
  readHttpSignature,
  WEB_BOT_AUTH_TAG,
} from '../../tools/core/network/http-signature.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { JsonReading } from '../../tools/core/text/canonical-json.ts'
import type { ExecuteCall } from '../../tools/execute.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import type { HttpExchange } from '../http/exchange.ts'
import { bearerToken } from '../http/security/bearer.ts'
import { verifyMessageSigned } from './message-signed-request.ts'
import type { Route } from './route.ts'
import { verifySigned } from './signed-request.ts'
import { isEnveloped, type RestInput, readBare, readInput } from './tool-input.ts'

/** A request at the route of a tool for agents; nothing of it is proven. */
export interface RestRequest {
  exchange: HttpExchange
  route: Route
  tool: Tool
  parameters: Record<string, string | undefined>
  body: Buffer
  /** In front of the public prefix too: what clients sign. */
  publicPath: string
  /** The envelope that stands in its header. */
  signature: string | undefined
  /** The digest of the token that it may be proven by: where its tool takes one, and no envelope is ahead of the body. */
  token: string | undefined
  /** The signature of RFC 9421 that it may be proven by: where it brings neither of these; a text: what is wrong with it. */
  messageSignature: ClaimedHttpSignature | string | undefined
}

/** What it may be proven by. */
export function credentialsOf(
  { headers }: HttpExchange,
  { scopes }: Tool,
): Pick<RestRequest, 'signature' | 'token' | 'messageSignature'> {
  const signature = headers['x-aui-signature'] as string | undefined
  if (signature !== undefined) return { signature, token: undefined, messageSignature: undefined }
  const bearer = bearerToken(headers.authorization)
  const token = scopes === null || bearer === undefined ? undefined : tokenDigest(bearer)
  // The platform of a client may sign whatever the client sends.
  const messageSignature = bearer === undefined ? readHttpSignature(headers, WEB_BOT_AUTH_TAG) : undefined
  return { signature, token, messageSignature }
}

/** What the request will be proven by, before any work is done for it. */
export function claimIdentity(visit: RestRequest): Promise<void> | undefined {
  const { exchange, body, signature, token, messageSignature } = visit
  const keyId = typeof messageSignature === 'object' ? messageSignature.parameters.keyid : undefined
  const claimed = token ?? keyId ?? claimedAgent(body, signature)
  return claimed === undefined ? undefined : exchange.limits.claim(claimed)
}

const AGENT_ID = /"agent_id"\s*:\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i
const LOOKED_AT = 2_048
/** Most envelopes begin with it. */
const FIRST_LOOKED_AT = 128

/** Whom an envelope names in its first or last bytes, before it is parsed: for what is not a matter of proof. */
function claimedAgent(body: Buffer, header: string | undefined): string | undefined {
  const first = idIn(body.toString('latin1', 0, FIRST_LOOKED_AT))
  if (first !== undefined) return first
  const end = body.length > LOOKED_AT ? body.toString('latin1', body.length - LOOKED_AT) : ''
  const text = body.length === 0 ? (header ?? '') : body.toString('latin1', 0, LOOKED_AT) + end
  return idIn(text)
}

const idIn = (text: string): string | undefined => AGENT_ID.exec(text)?.[1]?.toLowerCase()

/** Who was proven to have sent a request, and what. */
export interface AuthenticatedRequest extends Pick<ExecuteCall, 'written' | 'attachment'> {
  proof: Proof
  input: RestInput
  envelope?: SignedFacts
}

/**
 * Proves who sent a request, by an envelope, or by a token or a signature of RFC 9421 in its place (TOKEN-40, TOKEN-44,
 * SIGN-30), and reads its input.
 */
export function authenticate(runtime: Runtime, visit: RestRequest): Promise<AuthenticatedRequest> {
  const { token, messageSignature, body, route } = visit
  const json = body.length > 0 && !route.takesArchive ? new JsonReading(body) : undefined
  if (json && isEnveloped(json)) return proveByEnvelope(runtime, visit, json)
  if (token !== undefined) return proveByToken(runtime, visit, json, token)
  if (messageSignature === undefined) return proveByEnvelope(runtime, visit, json)
  return proveByMessageSignature(runtime, visit, json, messageSignature)
}

async function proveByEnvelope(
  runtime: Runtime,
  visit: RestRequest,
  json: JsonReading | undefined,
): Promise<AuthenticatedRequest> {
  const { exchange, route, parameters, body } = visit
  const { proof, envelope } = await verifySigned(runtime, visit, json)
  const { sig_version, action, timestamp_ms, message, signature, payload_text } = envelope
  if (body.length > LONG_BODY_BYTES) await runtime.slicer.nextSlice()
  return {
    proof,
    envelope: { sig_version, action, timestamp_ms, message, signature },
    attachment: route.takesArchive ? body : undefined,
    written: name => new JsonReading(Buffer.from(payload_text)).memberText(name),
    input: withHeaderInputs(
      visit,
      readInput(route, { values: envelope.payload as object }, exchange.query, parameters),
    ),
  }
}

/** The body is a bare payload. */
async function proveByMessageSignature(
  runtime: Runtime,
  visit: RestRequest,
  json: JsonReading | undefined,
  claimed: ClaimedHttpSignature | string,
): Promise<AuthenticatedRequest> {
  return { proof: await verifyMessageSigned(runtime, visit, claimed), ...readPayload(visit, json) }
}

/** The body is a bare payload. */
async function proveByToken(
  runtime: Runtime,
  visit: RestRequest,
  json: JsonReading | undefined,
  token: string,
): Promise<AuthenticatedRequest> {
  const { exchange, tool } = visit
  const holder = await runtime.tokens.find(token)
  if (!holder) throw new Problem('invalid-token', INVALID_TOKEN)
  const { input, written } = readPayload(visit, json)
  return {
    proof: { kind: 'token', holder },
    written,
    input: withKeyHeader(tool, input, exchange.headers['idempotency-key']),
  }
}

function readPayload(
  visit: RestRequest,
  json: JsonReading | undefined,
): Pick<AuthenticatedRequest, 'input' | 'written'> {
  const { exchange, route, parameters } = visit
  const input = readInput(route, json ? readBare(json) : { values: {} }, exchange.query, parameters)
  return { written: name => json?.memberText(name), input: withHeaderInputs(visit, input) }
}

/** An input in a header is proven by itself, not by the envelope: x402 clients add a payment to a request that is signed. */
function withHeaderInputs({ exchange, route }: RestRequest, { values, fault }: RestInput): RestInput {
  const named = Object.entries(route.headerInputs).map(([header, name]) => [name, exchange.headers[header]])
  return named.length === 0 ? { values, fault } : { values: { ...values, ...Object.fromEntries(named) }, fault }
}

/** Bearer requests may carry the key in a header; signed ones may not, it would be unsigned (IDEM-21, IDEM-23). */
function withKeyHeader(tool: Tool, { values, fault }: RestInput, header: string | string[] | undefined): RestInput {
  if (typeof header !== 'string' || !('idempotency_key' in tool.input.shape)) return { values, fault }
  const isOther = (values.idempotency_key ?? header) !== header
  return { values: { ...values, idempotency_key: header }, fault: fault ?? (isOther ? keysDiffer() : undefined) }
}

const keysDiffer = () =>
  new Problem('validation-error', 'Idempotency-Key and idempotency_key differ.', {
    errors: [{ pointer: '/idempotency_key', code: 'conflict', message: 'must equal the Idempotency-Key header' }],
  })
