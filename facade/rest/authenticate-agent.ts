import { admit } from '../../tools/admission/admit.ts'
import { INVALID_TOKEN } from '../../tools/core/agent-status/unknown-agent.ts'
import type { Runtime, SignedFacts } from '../../tools/core/context.ts'
import type { Tool } from '../../tools/core/define-tool.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { JsonReading } from '../../tools/core/text/canonical-json.ts'
import type { Credential, ExecuteCall } from '../../tools/execute.ts'
import type { RestRequest } from './rest-request.ts'
import { verifySigned } from './signed-request.ts'
import { bodyMembers, isEnveloped, requestInput, requireObject, toolInput } from './tool-input.ts'

/** The authenticated sender, and the payload. */
export interface AuthenticatedRequest extends Pick<ExecuteCall, 'sent' | 'written'> {
  credential: Credential
  envelope?: SignedFacts
  input(): Record<string, unknown>
}

/** Authenticates the sender by an envelope or a bearer token (TOKEN-40, TOKEN-44). */
export function authenticate(runtime: Runtime, visit: RestRequest): Promise<AuthenticatedRequest> {
  const { token } = visit
  const json = visit.body.length > 0 ? new JsonReading(visit.body) : undefined
  return token === undefined || (json && isEnveloped(json))
    ? proveByEnvelope(runtime, visit, json)
    : proveByToken(runtime, visit, json, token)
}

async function proveByEnvelope(
  runtime: Runtime,
  visit: RestRequest,
  json: JsonReading | undefined,
): Promise<AuthenticatedRequest> {
  const { exchange, route, parameters } = visit
  const { query } = exchange
  const { credential, envelope } = await verifySigned(runtime, visit, json)
  const { sig_version, action, timestamp_ms, payload, payload_text } = envelope
  return {
    credential,
    envelope: { sig_version, action, timestamp_ms },
    sent: name => requestInput(route, payload, query, name),
    written: name => new JsonReading(Buffer.from(payload_text)).memberText(name),
    input: () => toolInput(route, payload, query, parameters),
  }
}

/** The body is a bare payload. */
async function proveByToken(
  runtime: Runtime,
  { exchange, route, tool, parameters }: RestRequest,
  json: JsonReading | undefined,
  token: string,
): Promise<AuthenticatedRequest> {
  const { headers, query } = exchange
  const holder = await runtime.tokens.find(token)
  if (!holder) throw new Problem('invalid-token', INVALID_TOKEN)
  const key = headers['idempotency-key']
  const members = json && bodyMembers(json)
  return {
    credential: { scopes: holder.scopes, admit: (_, terms) => admit(runtime, { kind: 'token', holder }, terms) },
    written: name => json?.memberText(name),
    sent: name => (name === 'idempotency_key' && key) || requestInput(route, members, query, name),
    input: () => withKeyHeader(tool, toolInput(route, json ? requireObject(json) : {}, query, parameters), key),
  }
}

/** Bearer requests may have the key in a header; signed ones may not, since it would be unsigned (IDEM-21, IDEM-23). */
function withKeyHeader(tool: Tool, input: Record<string, unknown>, header: string | string[] | undefined) {
  if (typeof header !== 'string' || !('idempotency_key' in tool.input.shape)) return input
  if ((input.idempotency_key ?? header) !== header) {
    throw new Problem('validation-error', 'Idempotency-Key and idempotency_key differ.', {
      errors: [{ pointer: '/idempotency_key', code: 'conflict', message: 'must equal the Idempotency-Key header' }],
    })
  }
  return { ...input, idempotency_key: header }
}
