import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestFn } from 'ava'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Door } from '../../facade/http/door.ts'
import { openExchange, send } from '../../facade/http/exchange.ts'
import { refusalOf } from '../../facade/http/refusal.ts'
import { openRequestLimits } from '../../facade/http/request-limits.ts'
import { attend, openStreams, type Streams } from '../../facade/http/streams/streams.ts'
import { type McpOptions, openMcpEndpoint } from '../../facade/mcp/endpoint.ts'
import { type Meters, openMeters } from '../../facade/metrics/meters.ts'
import { type Outbox, openOutbox } from '../../push/outbox.ts'
import { insertEvents } from '../../storage/events/outbox.ts'
import { insertToken } from '../../storage/tokens/tokens.ts'
import type { Runtime } from '../../tools/kernel/context.ts'
import type { PublicTool } from '../../tools/kernel/define.ts'
import { invoke } from '../../tools/kernel/invoke.ts'
import { SCOPES, type Scope } from '../../tools/kernel/scopes.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import { tokenStatuses } from '../../tools/tokens/token-statuses.ts'
import { type TestDatabase, useDatabase } from './database.ts'
import { keyPairOf, openTestRuntime, TEST_NOW } from './world.ts'

export interface HttpReply {
  status: number
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  json: any
}

export interface Sent {
  method?: string
  path?: string
  token?: string
  headers?: Record<string, string>
  /** A string goes as it is. */
  body?: unknown
}

export interface TestAgent {
  agent_id: string
  handle: string
  token(scopes?: readonly Scope[], ttlMs?: number): Promise<string>
}

/** An MCP endpoint behind a plain HTTP server, with an event log of its own. */
export interface McpWorld {
  url: string
  runtime: Runtime
  streams: Streams
  outbox: Outbox
  meters: Meters
  advance(ms: number): void
  agent(handle: string): Promise<TestAgent>
  emit(recipient: string, ...excerpts: string[]): Promise<void>
  send(sent: Sent): Promise<HttpReply>
  /** A JSON-RPC request in a session, or the opening of one. */
  rpc(token: string, method: string, params?: object, headers?: Record<string, string>): Promise<HttpReply>
  /** The same as 2026-07-28 has it. */
  modern(
    token: string,
    method: string,
    params?: object,
    headers?: Record<string, string>,
    path?: string,
  ): Promise<HttpReply>
  openSession(token: string, options?: { version?: string; push?: boolean }): Promise<string>
  stream(sent: Sent): Promise<TestStream>
  close(): Promise<void>
}

export interface TestStream {
  status: number
  headers: IncomingHttpHeaders
  /** The next server-sent event; `undefined` when the stream has ended. */
  next(): Promise<EventSourceMessage | undefined>
  comments: string[]
  retries: number[]
  close(): void
}

export function useMcp(test: TestFn, overrides: Partial<McpOptions> = {}): () => McpWorld {
  const database = useDatabase(test)
  let world: McpWorld | undefined
  test.before(async () => {
    world = await openMcpWorld(database(), overrides)
  })
  test.after.always(() => world?.close())
  return () => world as McpWorld
}

export async function openMcpWorld(database: TestDatabase, overrides: Partial<McpOptions> = {}): Promise<McpWorld> {
  let now = TEST_NOW
  const clock = () => now
  const { db } = database
  const runtime = openTestRuntime(db, clock, {
    wakeOutbox: () => outbox.wake(),
    settleEvents: recipient => outbox.settle(recipient),
  })
  const outbox = openOutbox({ db, drainDb: database.openAnother({ max: 2 }), clock, log: runtime.log })
  await outbox.start()
  const streams = openStreams(runtime, outbox, { streams: 1_000 })
  const stopAttending = attend(streams)
  const meters = openMeters([])
  const options = {
    runtime,
    tools: TOOLS,
    streams,
    countMended: meters.countMended,
    allowedHosts: ['127.0.0.1'],
    allowedOrigins: ['https://app.test'],
  }
  const endpoint = openMcpEndpoint({ ...options, ...overrides })
  const server = await serve(endpoint, runtime)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return {
    url,
    runtime,
    streams,
    outbox,
    meters,
    advance: ms => {
      now += ms
    },
    agent: handle => enroll(runtime, handle),
    async emit(recipient, ...excerpts) {
      const events = excerpts.map(excerpt => ({ recipient, event_id: runtime.newId(), ...mention(excerpt) }))
      await insertEvents(db, events, new Date(now))
      outbox.wake()
    },
    ...clientOf(url),
    async close() {
      stopAttending()
      streams.stop()
      server.closeAllConnections()
      server.close()
      await outbox.stop()
    },
  }
}

const mention = (excerpt: string) => ({
  type: 'agent.mentioned',
  body: { actor: { kind: 'platform' }, subject: {}, excerpt, data: {} },
})

/** As the listener does. */
async function serve(endpoint: Door, runtime: Runtime): Promise<Server> {
  const limitsOf = openRequestLimits(runtime, [])
  // As a server does: a client that a busy machine holds up finds its connection open.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    void text(request).then(body => {
      const bodies = { read: async () => Buffer.from(body) }
      const around = { publicPrefix: '', bodies, lingering: { readOn: () => {} }, runtime }
      const opened = openExchange(request, response, around, limitsOf(request))
      const exchange = { ...opened, request_id: 'test' }
      const refused = async (error: unknown) => (await refusalOf(runtime, exchange, error)).reply
      return endpoint
        .enter(exchange)
        ?.catch(refused)
        .then(reply => reply && send(exchange, reply))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function enroll(runtime: Runtime, handle: string): Promise<TestAgent> {
  const input = { handle, name: `Agent ${handle}`, public_key_pem: keyPairOf(handle).publicKey }
  const actor = { kind: 'anyone' as const }
  const enrollAgent = PUBLIC_TOOLS.find(({ name }) => name === 'enroll_agent') as PublicTool
  const { output } = await invoke(runtime, enrollAgent, { actor, input, request_id: 'test' })
  const agent_id = String(output.id)
  return {
    agent_id,
    handle,
    async token(scopes = SCOPES, ttlMs = 3_600_000) {
      const token = randomBytes(32).toString('base64url')
      const created_at = new Date(runtime.clock())
      await insertToken(runtime.db, {
        digest: tokenDigest(token),
        agent_id,
        key_version: 1,
        scopes,
        status_mask: tokenStatuses,
        created_at,
        expires_at: new Date(created_at.getTime() + ttlMs),
        jti_digest: runtime.newId(),
        jti_expires_at: created_at,
      })
      return token
    },
  }
}

const VERSION = '2026-07-28'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

function clientOf(url: string): Pick<McpWorld, 'send' | 'rpc' | 'modern' | 'openSession' | 'stream'> {
  const exchange = (sent: Sent) => sendTo(url, sent)
  const rpc: McpWorld['rpc'] = (token, method, params = {}, headers = {}) =>
    exchange({ token, headers, body: { jsonrpc: '2.0', id: 1, method, params } })
  return {
    send: exchange,
    rpc,
    modern: (token, method, params = {}, headers = {}, path = '/mcp') => {
      const { name, uri } = params as { name?: string; uri?: string }
      const mirrored = { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': method }
      const named = name ?? uri
      const all = { ...mirrored, ...(named === undefined ? {} : { 'Mcp-Name': named }), ...headers }
      const body = { jsonrpc: '2.0', id: 1, method, params: { _meta: ENVELOPE, ...params } }
      return exchange({ path, token, headers: all, body })
    },
    async openSession(token, { version = '2025-11-25', push = false } = {}) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const { headers } = await rpc(token, 'initialize', params, push ? { 'MCP-Push': 'true' } : {})
      return String(headers['mcp-session-id'])
    },
    stream: sent => streamFrom(url, sent),
  }
}

function start(url: string, { method = 'POST', path, token, headers = {}, body }: Sent) {
  const target = path === undefined ? url : new URL(path, url).href
  const request = sendRequest(target, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  request.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
  return request
}

function sendTo(url: string, sent: Sent): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const request = start(url, sent)
    request.on('error', reject)
    request.on('response', response => {
      text(response).then(body => {
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body, json: isJson ? JSON.parse(body) : undefined })
      }, reject)
    })
  })
}

function streamFrom(url: string, sent: Sent): Promise<TestStream> {
  return new Promise((resolve, reject) => {
    const request = start(url, sent)
    request.on('error', reject)
    request.on('response', response => {
      const events: (EventSourceMessage | undefined)[] = []
      const waiting: ((event: EventSourceMessage | undefined) => void)[] = []
      const put = (event: EventSourceMessage | undefined) => {
        const next = waiting.shift()
        if (next) next(event)
        else events.push(event)
      }
      const comments: string[] = []
      const retries: number[] = []
      const parser = createParser({
        onEvent: put,
        onComment: comment => comments.push(comment),
        onRetry: retry => retries.push(retry),
      })
      response.setEncoding('utf8').on('data', (chunk: string) => parser.feed(chunk))
      response.on('close', () => put(undefined))
      response.on('error', () => {})
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        next: () => (events.length > 0 ? Promise.resolve(events.shift()) : new Promise(done => waiting.push(done))),
        comments,
        retries,
        close: () => request.destroy(),
      })
    })
  })
}
