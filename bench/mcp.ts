import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { forEach } from './for-each.ts'
import { agentId, type KeyTexts, keyIndexOf, privateKeys } from './keys.ts'
import type { GivenPlan } from './load/plan.ts'
import { httpRequest } from './load/requests.ts'

/** The MCP endpoint, and the bearer token of each session. */
export interface SessionSource {
  url: string
  token(session: number): Promise<string | undefined>
}

const VERSION = '2025-11-25'

/** Opens this many sessions; the plan calls the tool once in each. */
export async function mcpSessions(source: SessionSource, count: number, tool: string): Promise<GivenPlan> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }
  const { host, pathname } = new URL(source.url)
  const sessions = await forEach(count, n => openSession(source, n))
  const requests = sessions.map(headers =>
    httpRequest(`POST ${pathname}`, host, headers, JSON.stringify(call)).toString(),
  )
  return { kind: 'given', requests }
}

/** Opens this many sessions with push; returns the request for the stream of each. */
export async function pushSessions(source: SessionSource, count: number): Promise<string[]> {
  const { host, pathname } = new URL(source.url)
  const sessions = await forEach(count, n => openSession(source, n, { 'MCP-Push': 'true' }))
  return sessions.map(headers =>
    httpRequest(`GET ${pathname}`, host, { ...headers, Accept: 'text/event-stream' }).toString(),
  )
}

/** Opens a session and returns the headers of its requests. */
async function openSession({ url, token }: SessionSource, session: number, more: Record<string, string> = {}) {
  const bearer = await token(session)
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
    ...more,
  }
  const clientInfo = { name: 'bench', version: '1.0.0' }
  const params = { protocolVersion: VERSION, capabilities: {}, clientInfo }
  const opened = await post(url, headers, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const id = opened.headers.get('mcp-session-id')
  if (!opened.ok || id === null) throw new Error(`no MCP session: ${opened.status} ${await opened.text()}`)
  await opened.text()
  const inSession = { ...headers, 'Mcp-Session-Id': id, 'MCP-Protocol-Version': VERSION }
  const acknowledged = await post(url, inSession, { jsonrpc: '2.0', method: 'notifications/initialized' })
  await acknowledged.text()
  return inSession
}

const post = (url: string, headers: Record<string, string>, message: object) =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const parsed = new Map<KeyTexts, ReturnType<typeof privateKeys>>()

/** An access token of benchmark agent number n. */
export async function tokenFor(baseUrl: string, keys: KeyTexts, n: number, scope?: string): Promise<string> {
  const url = `${baseUrl}/api/v1/aui/auth/token`
  const sub = agentId(n)
  const iat = Math.floor(Date.now() / 1000)
  const pairs = parsed.get(keys) ?? privateKeys(keys)
  parsed.set(keys, pairs)
  const assertion = await new SignJWT({ sub, aud: url, iat, exp: iat + 300, jti: randomUUID() })
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT' })
    .sign(pairs[keyIndexOf(sub)]!)
  const answer = await post(url, { 'Content-Type': 'application/json' }, { grant_type: GRANT, assertion, scope })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${text}`)
  return (JSON.parse(text) as { access_token: string }).access_token
}

/** The tokens of this many agents from number `from` on. */
export const tokensOf = (
  baseUrl: string,
  keys: KeyTexts,
  { from, count }: { from: number; count: number },
  scope?: string,
): Promise<string[]> => forEach(count, n => tokenFor(baseUrl, keys, from + n, scope))

/** The result of a request by revision 2026-07-28, without a session. */
export async function askMcp(url: string, token: string, method: string, params: object): Promise<Result> {
  const version = '2026-07-28'
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...('name' in params ? { 'Mcp-Name': String(params.name) } : {}),
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const answer = await post(url, headers, { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
  const text = await answer.text()
  const { result } = answer.ok ? (JSON.parse(text) as { result?: Result }) : {}
  if (!result || result.isError) throw new Error(`${method}: ${answer.status} ${text}`)
  return result
}

export interface Result {
  isError?: boolean
  /** In results of `tools/list`. */
  tools: Record<string, unknown>[]
  /** In results of `tools/call`. */
  content: { text: string }[]
  structuredContent: Record<string, unknown>
}

export const listTools = async (url: string, token: string): Promise<Result['tools']> =>
  (await askMcp(url, token, 'tools/list', {})).tools
