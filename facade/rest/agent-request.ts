import { admit } from '../../tools/admission/admission.ts'
import type { Runtime, SignedFacts } from '../../tools/kernel/context.ts'
import type { Tool } from '../../tools/kernel/define.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { INVALID_TOKEN } from '../../tools/kernel/standing/unknown-agent.ts'
import { JsonReading } from '../../tools/kernel/text/canonical-json.ts'
import type { Call, Credential } from '../../tools/perform.ts'
import { isEnveloped, membersOf, requireObject, sentInput, toolInput } from './input.ts'
import { proveSigned } from './signed-request.ts'
import type { Visit } from './visit.ts'

/** Who was proven to have sent it, and what. */
export interface Proven extends Pick<Call, 'sent' | 'written'> {
  credential: Credential
  envelope?: SignedFacts
  input(): Record<string, unknown>
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
  const { exchange, route, parameters } = visit
  const { query } = exchange
  const { credential, envelope } = await proveSigned(runtime, visit, json)
  const { sig_version, action, timestamp_ms, payload, payload_text } = envelope
  return {
    credential,
    envelope: { sig_version, action, timestamp_ms },
    sent: name => sentInput(route, payload, query, name),
    written: name => new JsonReading(Buffer.from(payload_text)).memberText(name),
    input: () => toolInput(route, payload, query, parameters),
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
    written: name => json?.memberText(name),
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
