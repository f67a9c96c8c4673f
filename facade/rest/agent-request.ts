import { admit } from '../../tools/admission/admission.ts'
import type { Runtime, SignedFacts } from '../../tools/kernel/context.ts'
import type { Tool } from '../../tools/kernel/define.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { INVALID_TOKEN } from '../../tools/kernel/standing/unknown-agent.ts'
import { JsonReading } from '../../tools/kernel/text/canonical-json.ts'
import type { Call, Credential } from '../../tools/perform.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import { bearerToken } from '../http/bearer.ts'
import type { Exchange } from '../http/exchange.ts'
import { isEnveloped, membersOf, requireObject, sentInput, toolInput } from './input.ts'
import type { Route } from './route.ts'
import { claimedAgent, proveSigned, readEnvelope } from './signed-request.ts'

/** A request at the route of a tool for agents. */
export interface Visit {
  exchange: Exchange
  route: Route
  tool: Tool
  parameters: Record<string, string | undefined>
  body: Buffer
  /** In front of the public prefix too: what clients sign. */
  publicPath: string
  /** `tokenOf` the request. */
  token: string | undefined
}

/** Who was proven to have sent it, and what. */
export interface Proven extends Pick<Call, 'sent'> {
  credential: Credential
  envelope?: SignedFacts
  input(): Record<string, unknown>
}

const signatureHeader = ({ headers }: Exchange) => headers['x-aui-signature'] as string | undefined

/**
 * The digest of the token that a request may be proven by: where its tool takes one, and there is no envelope ahead of
 * the body.
 */
export function tokenOf(exchange: Exchange, tool: Tool): string | undefined {
  if (tool.scopes === null || signatureHeader(exchange) !== undefined) return undefined
  const token = bearerToken(exchange.headers.authorization)
  return token === undefined ? undefined : tokenDigest(token)
}

/** What the request will be proven by, before any work is done for it. */
export function claim({ exchange, body, token }: Visit): Promise<void> | undefined {
  const claimed = token ?? claimedAgent(body, signatureHeader(exchange))
  return claimed === undefined ? undefined : exchange.limits.claim(claimed)
}

/** Proves who sent it, by an envelope or by a token in its place (TOKEN-40, TOKEN-44). */
export function prove(runtime: Runtime, visit: Visit): Promise<Proven> {
  const { token } = visit
  const json = visit.body.length > 0 ? new JsonReading(visit.body) : undefined
  return token === undefined || (json && isEnveloped(json))
    ? proveByEnvelope(runtime, visit, json)
    : proveByToken(runtime, visit, json, token)
}

async function proveByEnvelope(runtime: Runtime, visit: Visit, json: JsonReading | undefined): Promise<Proven> {
  const { exchange, route, parameters, publicPath } = visit
  const { method, headers, query, limits } = exchange
  const envelope = readEnvelope(method, json, signatureHeader(exchange))
  if (envelope instanceof Problem) {
    const isAnonymous = envelope.slug === 'aui-signature-missing' && bearerToken(headers.authorization) === undefined
    if (isAnonymous) await limits.countAnonymous()
    throw envelope
  }
  await limits.claim(envelope.agent_id)
  const credential = await proveSigned(runtime, envelope, { method, path: publicPath })
  const { sig_version, action, timestamp_ms } = envelope
  return {
    credential,
    envelope: { sig_version, action, timestamp_ms },
    sent: name => sentInput(route, envelope.payload, query, name),
    input: () => toolInput(route, envelope.payload, query, parameters),
  }
}

/** Its body is a bare payload. */
async function proveByToken(
  runtime: Runtime,
  { exchange, route, tool, parameters }: Visit,
  json: JsonReading | undefined,
  token: string,
): Promise<Proven> {
  const { headers, query } = exchange
  const holder = await runtime.tokens.find(token)
  if (!holder) throw new Problem('invalid-token', INVALID_TOKEN)
  const key = headers['idempotency-key']
  const members = json && membersOf(json)
  return {
    credential: { scopes: holder.scopes, admit: (_, terms) => admit(runtime, { kind: 'token', holder }, terms) },
    sent: name => (name === 'idempotency_key' && key) || sentInput(route, members, query, name),
    input: () => withKeyHeader(tool, toolInput(route, json ? requireObject(json) : {}, query, parameters), key),
  }
}

/** Bearer requests may carry the key in a header; signed ones may not, it would be unsigned (IDEM-21, IDEM-23). */
function withKeyHeader(tool: Tool, input: Record<string, unknown>, header: string | string[] | undefined) {
  if (typeof header !== 'string' || !('idempotency_key' in tool.input.shape)) return input
  if ((input.idempotency_key ?? header) !== header) {
    throw new Problem('validation-error', 'Idempotency-Key and idempotency_key differ.', {
      errors: [{ pointer: '/idempotency_key', code: 'conflict', message: 'must equal the header Idempotency-Key' }],
    })
  }
  return { ...input, idempotency_key: header }
}
