import type { IncomingHttpHeaders } from 'node:http'
import { isObject, type Params, RpcError, type RpcRequest } from './json-rpc.ts'
import { isLegacyVersion, META, MODERN_VERSION, PROTOCOL_VERSIONS, RPC } from './protocol-versions.ts'

const VERSION_HEADER = 'mcp-protocol-version'

/** The body member that `Mcp-Name` repeats. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
])

const bad = (code: number, message: string, data?: object) =>
  new RpcError(code, message, { status: 400, ...(data ? { data } : {}) })

const mismatch = (header: string, reason: string) => bad(RPC.headerMismatch, `Header mismatch: ${header} ${reason}`)

export const metaOf = ({ params }: Pick<RpcRequest, 'params'>): Params => (isObject(params._meta) ? params._meta : {})

/** Whether the client of a request of 2026-07-28 declares an extension. */
export function isDeclared(request: Pick<RpcRequest, 'params'>, extension: string): boolean {
  const capabilities = metaOf(request)[META.clientCapabilities]
  const extensions = isObject(capabilities) ? capabilities.extensions : undefined
  return isObject(extensions) && isObject(extensions[extension])
}

/**
 * Whether a request uses the revision without sessions: by the version in `_meta`, otherwise by the header.
 * `initialize` opens a session, whatever version it requests, unless it has the former.
 */
export function isModern(request: RpcRequest, headers: IncomingHttpHeaders): boolean {
  const claimed = metaOf(request)[META.protocolVersion]
  if (claimed !== undefined) return true
  const header = headerOf(headers, VERSION_HEADER)
  return request.method !== 'initialize' && header === MODERN_VERSION
}

/** Rejects a version header that names no revision served here (2025-06-18 and later, transports). */
export function requireKnownVersion(headers: IncomingHttpHeaders): void {
  const requested = headerOf(headers, VERSION_HEADER)
  if (requested === undefined || isLegacyVersion(requested) || requested === MODERN_VERSION) return
  throw bad(RPC.unsupportedVersion, 'Unsupported protocol version', { supported: PROTOCOL_VERSIONS, requested })
}

/** Checks the required members of `_meta` and the headers that repeat the body (2026-07-28, streamable HTTP). */
export function requireEnvelope(request: RpcRequest, headers: IncomingHttpHeaders): void {
  const meta = metaOf(request)
  const claimed = meta[META.protocolVersion]
  if (typeof claimed !== 'string')
    throw bad(RPC.invalidParams, `Invalid params: _meta requires ${META.protocolVersion}`)
  if (!isObject(meta[META.clientCapabilities])) {
    throw bad(RPC.invalidParams, `Invalid params: _meta requires ${META.clientCapabilities}`)
  }
  const header = headerOf(headers, VERSION_HEADER)
  if (header !== undefined && header !== claimed)
    throw mismatch('MCP-Protocol-Version', 'does not match the version in _meta')
  if (claimed !== MODERN_VERSION) {
    const data = { supported: [MODERN_VERSION], requested: claimed }
    throw bad(RPC.unsupportedVersion, 'Unsupported protocol version', data)
  }
  if (header === undefined) throw mismatch('MCP-Protocol-Version', 'is missing')
  requireMirrored(request, headers)
}

function requireMirrored({ method, params }: RpcRequest, headers: IncomingHttpHeaders): void {
  const methodHeader = headerOf(headers, 'mcp-method')
  if (methodHeader === undefined) throw mismatch('Mcp-Method', 'is missing')
  if (methodHeader !== method) throw mismatch('Mcp-Method', 'does not match the method in the body')
  const member = NAMED_BY.get(method)
  const name = member === undefined ? undefined : params[member]
  if (typeof name !== 'string') return
  const nameHeader = headerOf(headers, 'mcp-name')
  if (nameHeader === undefined) throw mismatch('Mcp-Name', 'is missing')
  if (decodeHeader(nameHeader) !== name) throw mismatch('Mcp-Name', `does not match params.${member} in the body`)
}

const ENCODED = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/

/** Values that are not plain ASCII are base64 between markers. */
export function decodeHeader(value: string): string {
  const encoded = ENCODED.exec(value.trim())?.[1]
  return encoded === undefined ? value.trim() : Buffer.from(encoded, 'base64').toString()
}

/** The value of a header that may occur once; a repeated header has none. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
