import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { agentId, type KeyTexts, keyIndexOf, privateKeys } from './keys.ts'
import type { GivenPlan } from './load/plan.ts'
import { httpRequest } from './load/requests.ts'

/** Where sessions are opened, and with which bearer token. */
export interface SessionSource {
  url: string
  token(session: number): Promise<string | undefined>
}

const VERSION = '2025-11-25'
const OPENING_AT_ONCE = 16

/** Opens that many sessions; the plan calls the tool once in each. */
export async function mcpSessions(source: SessionSource, count: number, tool: string): Promise<GivenPlan> {
  const requests: string[] = []
  let next = 0
  async function work() {
    while (next < count) {
      const session = next++
      requests[session] = await openSession(source, session, tool)
    }
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, work))
  return { kind: 'given', requests }
}

async function openSession({ url, token }: SessionSource, session: number, tool: string): Promise<string> {
  const bearer = await token(session)
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
  }
  const clientInfo = { name: 'bench', version: '1.0.0' }
  const params = { protocolVersion: VERSION, capabilities: {}, clientInfo }
  const opened = await post(url, headers, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const id = opened.headers.get('mcp-session-id')
  if (!opened.ok || id === null) throw new Error(`no MCP session: ${opened.status} ${await opened.text()}`)
  await opened.text()
  const inSession = { ...headers, 'Mcp-Session-Id': id, 'MCP-Protocol-Version': VERSION }
  const heard = await post(url, inSession, { jsonrpc: '2.0', method: 'notifications/initialized' })
  await heard.text()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }
  const { host, pathname } = new URL(url)
  return httpRequest(`POST ${pathname}`, host, inSession, JSON.stringify(call)).toString()
}

const post = (url: string, headers: Record<string, string>, message: object) =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const parsed = new Map<KeyTexts, ReturnType<typeof privateKeys>>()

/** An access token of the bench's agent number n. */
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

/** The tools at an address, asked for as 2026-07-28 does, without a session. */
export async function listTools(url: string, token: string): Promise<Record<string, unknown>[]> {
  const version = '2026-07-28'
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
    'MCP-Protocol-Version': version,
    'Mcp-Method': 'tools/list',
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const answer = await post(url, headers, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`no tools: ${answer.status} ${text}`)
  return (JSON.parse(text) as { result: { tools: Record<string, unknown>[] } }).result.tools
}
