import type { Data } from '../../conformance/clients/http.ts'
import { modernMessage } from '../../conformance/clients/mcp-wire.ts'
import { envelopeFor, prefix } from '../../conformance/clients/rest.ts'
import { headerValue, signedText } from '../../conformance/clients/signing.ts'
import { httpRequest } from '../load/requests.ts'
import type { AttackContext } from './attack-context.ts'
import type { Member } from './members.ts'

type Headers = Record<string, string>

/** The bytes of a request; `path` is relative to the base URL. */
export function bare(
  { base, http }: AttackContext,
  method: string,
  path: string,
  headers: Headers = {},
  body = '',
): Buffer {
  return httpRequest(`${method} ${http.prefix}${path}`, base.host, headers, body)
}

/** With a bearer token; `path` is relative to the prefix of the API. */
export function bearer(
  context: AttackContext,
  { token }: Member,
  method: string,
  path: string,
  payload?: Data,
): Buffer {
  const body = payload === undefined ? '' : JSON.stringify(payload)
  return bare(context, method, prefix + path, { Authorization: `Bearer ${token}` }, body)
}

/** In a signed envelope; `payload` is JSON text. */
export function signed(
  context: AttackContext,
  { identity }: Member,
  method: string,
  path: string,
  payload = '{}',
): Buffer {
  const text = signedText(envelopeFor(context.http, identity, method, path, { payload }), identity.privateKey)
  if (method === 'GET') return bare(context, method, prefix + path, { 'X-AUI-Signature': headerValue(text) })
  return bare(context, method, prefix + path, {}, text)
}

const ACCEPT = { Accept: 'application/json, text/event-stream' }

/** A JSON-RPC message to /mcp, of any protocol revision. */
export function mcp(context: AttackContext, token: string, message: string, headers: Headers = {}): Buffer {
  return bare(context, 'POST', '/mcp', { ...ACCEPT, Authorization: `Bearer ${token}`, ...headers }, message)
}

/** A tool call by revision 2026-07-28, without a session. */
export function modern(context: AttackContext, { token }: Member, method: string, params: Data = {}): Buffer {
  const { message, headers } = modernMessage(method, params)
  return mcp(context, token, JSON.stringify(message), headers)
}

export const callTool = (context: AttackContext, member: Member, name: string, args: Data = {}): Buffer =>
  modern(context, member, 'tools/call', { name, arguments: args })
