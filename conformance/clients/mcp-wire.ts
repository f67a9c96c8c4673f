import type { IncomingMessage } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { z } from 'zod'
import type { Data, HttpClient, Reply } from './http.ts'

export const legacyVersions = ['2025-03-26', '2025-06-18', '2025-11-25'] as const
export const modernVersion = '2026-07-28'

const clearer = ['daily', 'lean', 'writing', 'reading', 'relations', 'messages', 'news-and-profile']
const toolsets = ['content', 'feed', 'social', 'spaces', 'dm', 'notifications', 'services', ...clearer]

/** The endpoints that offer shorter tool lists than /mcp. */
export const smallerAddresses = ['/mcp/readonly', ...toolsets.map(name => `/mcp/x/${name}`)]

const both = 'application/json, text/event-stream'
const implementation = { name: 'conformance', version: '1.0.0' }

const rpc = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
})

export type Rpc = z.infer<typeof rpc>

export type Session = { http: HttpClient; token: string; headers: Record<string, string>; opening: Rpc }

/** Posts `message`, one message or anything else, to the endpoint. */
export function post(
  http: HttpClient,
  token: string,
  message: unknown,
  headers: Data = {},
  path = '/mcp',
): Promise<Reply> {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const all = { accept: both, authorization: `Bearer ${token}`, ...(headers as Record<string, string>) }
  return http.send({ method: 'POST', path, headers: all, body })
}

/** The JSON-RPC messages of an answer, which may be JSON or an event stream. */
export function messagesOf(reply: Reply): Rpc[] {
  if (reply.type !== 'text/event-stream') {
    const value: unknown = JSON.parse(reply.text)
    return z.array(rpc).parse(Array.isArray(value) ? value : [value])
  }
  const messages: Rpc[] = []
  const parser = createParser({ onEvent: event => event.data && messages.push(rpc.parse(JSON.parse(event.data))) })
  parser.feed(reply.text)
  return messages
}

/** The single answer to a request. */
export function answerOf(reply: Reply): Rpc {
  const answer = messagesOf(reply).find(message => message.result || message.error)
  if (!answer) throw new Error(`no answer in ${reply.describe()}`)
  return answer
}

export function initializeMessage(protocolVersion: string): Data {
  const params = { protocolVersion, capabilities: {}, clientInfo: implementation }
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params }
}

export async function openSession(
  http: HttpClient,
  token: string,
  protocolVersion: string = '2025-11-25',
  push = false,
  path = '/mcp',
): Promise<Session> {
  const pushed = push ? { 'MCP-Push': 'true' } : {}
  const reply = await post(http, token, initializeMessage(protocolVersion), pushed, path)
  const id = reply.headers['mcp-session-id']
  if (reply.status !== 200 || typeof id !== 'string') throw new Error(`no session: ${reply.describe()}`)
  const headers = { 'Mcp-Session-Id': id, 'MCP-Protocol-Version': protocolVersion }
  await post(http, token, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
  return { http, token, headers, opening: answerOf(reply) }
}

export function request(session: Session, method: string, params: Data = {}): Promise<Reply> {
  return post(session.http, session.token, { jsonrpc: '2.0', id: 2, method, params }, session.headers)
}

export const modernEnvelope = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientInfo': implementation,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of revision 2026-07-28, with the headers and members it requires. */
export function modernMessage(method: string, params: Data = {}): { message: Data; headers: Record<string, string> } {
  const name = method === 'resources/read' ? params.uri : method.startsWith('tasks/') ? params.taskId : params.name
  const headers = {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  }
  return { message: { jsonrpc: '2.0', id: 3, method, params: { _meta: modernEnvelope, ...params } }, headers }
}

/** Sends such a request; `headers` override its own. */
export function requestModern(
  http: HttpClient,
  token: string,
  method: string,
  params: Data = {},
  headers: Record<string, string> = {},
  path = '/mcp',
): Promise<Reply> {
  const { message, headers: standard } = modernMessage(method, params)
  return post(http, token, message, { ...standard, ...headers }, path)
}

/** An open event stream: received events are queued until they are read. */
export class EventStream {
  readonly #waiting: EventSourceMessage[] = []
  #wake = () => {}
  ended = false
  readonly #close: () => void

  constructor(close: () => void) {
    this.#close = close
  }

  static async open(session: Session, lastEventId?: string): Promise<EventStream> {
    const resume = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
    const authorization = `Bearer ${session.token}`
    const headers = { accept: 'text/event-stream', authorization, ...session.headers, ...resume }
    const response = await session.http.open({ path: '/mcp', headers })
    if (response.statusCode !== 200) throw new Error(`no stream: ${response.statusCode}`)
    return EventStream.reading(response)
  }

  /** The events of an answer whose headers have arrived. */
  static reading(response: IncomingMessage): EventStream {
    const stream = new EventStream(() => response.destroy())
    const parser = createParser({ onEvent: event => stream.#take(event) })
    response.setEncoding('utf8').on('data', text => parser.feed(text))
    for (const end of ['end', 'error', 'close']) response.on(end, () => stream.#end())
    return stream
  }

  /** The next event whose message matches; `undefined` if none arrives in time or the stream ends. */
  async next(fits: (message: Rpc) => boolean, timeoutMs: number): Promise<{ id: string; message: Rpc } | undefined> {
    const read = ({ data }: EventSourceMessage) => (data === '' ? undefined : rpc.parse(JSON.parse(data)))
    const isFit = (event: EventSourceMessage) => {
      const message = read(event)
      return message !== undefined && fits(message)
    }
    const event = await this.nextEvent(isFit, timeoutMs)
    return event && { id: event.id ?? '', message: read(event) as Rpc }
  }

  /** Like `next`, for events with any data. */
  async nextEvent(
    fits: (event: EventSourceMessage) => boolean,
    timeoutMs: number,
  ): Promise<EventSourceMessage | undefined> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const event = this.#waiting.shift()
      if (event) {
        if (fits(event)) return event
        continue
      }
      const left = deadline - performance.now()
      if (this.ended || left <= 0) return undefined
      await this.#arrival(left)
    }
  }

  /** Whether the stream ended in time. */
  async hasEnded(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs
    while (!this.ended && performance.now() < deadline) await this.#arrival(deadline - performance.now())
    return this.ended
  }

  close(): void {
    this.#close()
  }

  #take(event: EventSourceMessage): void {
    this.#waiting.push(event)
    this.#wake()
  }

  #end(): void {
    this.ended = true
    this.#wake()
  }

  #arrival(timeoutMs: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, timeoutMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
