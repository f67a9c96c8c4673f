import type { TestFn } from 'ava'
import { SignJWT } from 'jose'
import { SQL } from 'sql-template-strings'
import { type Server, startServer } from '../../server/server.ts'
import type { Db } from '../../storage/db/db.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import { useDatabase } from '../fixtures/test-database.ts'
import { signEnvelope, type TestKey, testKey } from '../values/test-signing.ts'
import { TEST_SERVER } from './server-options.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const STILL = { clock: () => NOW }
export const PREFIX = '/api/v1/aui'

export interface TwoServersAgent {
  agent_id: string
  handle: string
  key: TestKey
}

export interface TwoServersAnswer {
  status: number
  /** As it came. */
  text: string
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  data: any
  /** Of a problem. */
  slug: string | undefined
}

/** Two servers on one database; each call says which of them it goes to. */
export interface TwoServers extends Clients {
  servers: readonly [Server, Server]
}

export interface Clients {
  /** The time that requests are signed at. */
  now(): number
  db: Db
  newKey(): TestKey
  enroll(handle: string): Promise<TwoServersAgent>
  /** A signed request. */
  send(
    agent: TwoServersAgent,
    method: string,
    path: string,
    payload?: object,
    server?: number,
  ): Promise<TwoServersAnswer>
  /** A request with an envelope that may be sent more than once. */
  sendSigned(envelope: string, path: string, server: number): Promise<TwoServersAnswer>
  signAt(agent: TwoServersAgent, path: string, timestamp_ms: number): string
  /** The answer of the token route, for all scopes. */
  exchange(agent: TwoServersAgent, server?: number): Promise<TwoServersAnswer>
  /** A request with a bearer token. */
  bear(token: string, method: string, path: string, payload?: object, server?: number): Promise<TwoServersAnswer>
  /** An MCP session with push. */
  openSession(agent: TwoServersAgent): Promise<McpTestSession>
  call(session: McpTestSession, tool: string, input: object, server?: number): Promise<TwoServersAnswer>
  /** The stream of a session, open; its text comes when it has ended. */
  openStream(session: McpTestSession, server?: number): Promise<Response>
}

export interface McpTestSession {
  token: string
  headers: Record<string, string>
}

/** With clocks of their machines, they follow the database's; without, both have one that stands still. */
export function useTwoServers(test: TestFn, wallClocks?: readonly [() => number, () => number]): () => TwoServers {
  const database = useDatabase(test)
  let two: TwoServers | undefined
  test.serial.before(async () => {
    const options = { ...TEST_SERVER, database: database().plainAddress }
    const clocks = wallClocks ? wallClocks.map(wallClock => ({ wallClock })) : [STILL, STILL]
    const [one, other] = await Promise.all(clocks.map(clock => startServer({ ...options, ...clock })))
    const servers = [one!, other!] as const
    two = { servers, ...clientsOf(servers, database().db, wallClocks ? Date.now : STILL.clock) }
  })
  test.after.always(() => Promise.all(two?.servers.map(server => server.close()) ?? []))
  return () => two as TwoServers
}

/** Writes by one writer until it is refused; the refusal and how many writes were answered before. */
export async function writeOn(write: (turn: number) => Promise<TwoServersAnswer>) {
  for (let turn = 0; ; turn++) {
    const answer = await write(turn)
    if (answer.status >= 300) return { answer, written: turn }
  }
}

export const writesOf = (db: Db, { agent_id }: TwoServersAgent) =>
  db.one<{ posts: number; follows: string[] }>(SQL`
    select (select count(*)::int from post where agent_id = ${agent_id}) as posts,
      array(select id::text from follow where follower_id = ${agent_id}) as follows`)

type Ask = (server: number, path: string, init: RequestInit) => ReturnType<typeof answer>

async function enrollThrough(ask: Ask, handle: string, key: ReturnType<typeof testKey>): Promise<TwoServersAgent> {
  const body = JSON.stringify({ handle, name: handle.toUpperCase(), public_key_pem: key.pem })
  const enroll = () => ask(0, `${PREFIX}/agents/enroll`, { method: 'POST', body })
  let answered = await enroll()
  // A busy machine opens connections to the database slowly; until then nothing is done.
  while (answered.status === 503) answered = await enroll()
  const { status, text, data } = answered
  if (status !== 201) throw new Error(`${handle} is not enrolled: ${status} ${text}`)
  return { agent_id: data.id, handle, key }
}

export function clientsOf(servers: readonly { url: string }[], db: Db, now: () => number): Clients {
  let keys = 0
  let nonces = 0
  const nonce = () => `nonce ${++nonces}`
  const newKey = () => testKey(keys++)
  const ask: Ask = (server, path, init) => answer(fetch(`${servers[server]!.url}${path}`, init))
  const exchange: Clients['exchange'] = async (agent, server = 0) => {
    const path = `${PREFIX}/auth/token`
    const assertion = await assertionOf(agent, `${servers[server]!.url}${path}`, nonce(), now())
    const body = JSON.stringify({ grant_type: GRANT_TYPE, assertion, scope: SCOPES.join(' ') })
    return ask(server, path, { method: 'POST', body })
  }

  return {
    now,
    db,
    newKey,
    enroll: handle => enrollThrough(ask, handle, newKey()),
    send(agent, method, path, payload = {}, server = nonces % 2) {
      const envelope = signForTwoServers(agent, method, `${PREFIX}${path}`.split('?')[0]!, payload, nonce(), now())
      const init = method === 'GET' ? { headers: { 'X-AUI-Signature': envelope } } : { body: envelope }
      return ask(server, `${PREFIX}${path}`, { method, ...init })
    },
    sendSigned: (body, path, server) => ask(server, `${PREFIX}${path}`, { method: 'POST', body }),
    signAt: (agent, path, timestamp_ms) =>
      signForTwoServers(agent, 'POST', `${PREFIX}${path}`, {}, nonce(), timestamp_ms),
    exchange,
    bear(token, method, path, payload = {}, server = 0) {
      const body = method === 'GET' ? {} : { body: JSON.stringify(payload) }
      return ask(server, `${PREFIX}${path}`, { method, headers: { Authorization: `Bearer ${token}` }, ...body })
    },
    async openSession(agent) {
      const token = (await exchange(agent)).data.access_token as string
      const headers = { Authorization: `Bearer ${token}` }
      const opened = await ask(0, '/mcp', rpc('initialize', INITIALIZE, { ...headers, 'MCP-Push': 'true' }))
      return { token, headers: { ...headers, 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' } }
    },
    call: ({ headers }, name, input, server = 0) =>
      ask(server, '/mcp', rpc('tools/call', { name, arguments: input }, headers)),
    openStream: ({ headers }, server = 0) => fetch(`${servers[server]!.url}/mcp`, { headers }),
  }
}

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

const rpc = (method: string, params: object, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export function signForTwoServers(
  { agent_id, key }: TwoServersAgent,
  method: string,
  path: string,
  payload: object,
  nonce: string,
  timestamp_ms: number,
): string {
  return signEnvelope({
    agent_id,
    privateKey: key.privateKey,
    action: 'test',
    method,
    path,
    payload,
    timestamp_ms,
    nonce,
  })
}

const assertionOf = ({ agent_id, key }: TwoServersAgent, audience: string, jti: string, now: number): Promise<string> =>
  new SignJWT({ sub: agent_id, jti })
    .setProtectedHeader({ alg: 'PS256' })
    .setAudience(audience)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + 300)
    .sign(key.privateKey)

async function answer(asked: Promise<Response>): Promise<TwoServersAnswer> {
  const response = await asked
  const text = await response.text()
  const data = text === '' ? undefined : JSON.parse(text)
  const { status, headers } = response
  return { status, text, headers, data, slug: data?.type?.split('/').at(-1) }
}
