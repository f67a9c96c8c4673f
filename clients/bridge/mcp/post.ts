import { refusalIn, textOf } from '../server.ts'
import type { Address } from './address.ts'
import { type Id, isRequest, type Message, modernHeaders, oneLine } from './message.ts'
import { POSTED, type Session } from './session.ts'
import { eventsOf } from './sse.ts'

export interface Link {
  address: Address
  session: Session
}

/** The server's response to a line: complete, or a stream of messages. */
interface Reply {
  response: Response
  /** For a response that is not a stream. */
  text?: string
}

/** Sends a line of the host: in its session, opening a session, or without one. */
export async function post(
  { address, session }: Link,
  text: string,
  messages: readonly Message[],
  signal: AbortSignal,
) {
  const [first = {}] = messages
  const modern = modernHeaders(first)
  if (modern)
    return { base: address.base, response: await address.send('POST', { ...POSTED, ...modern }, text, signal) }
  const isOpening = first.method === 'initialize'
  const response = await (isOpening ? session.open(text, signal) : session.send('POST', {}, text, signal))
  return { base: address.base, response }
}

export async function readReply({ base, response }: { base: string; response: Response }): Promise<Reply> {
  const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')
  return isStream ? { response } : { response, text: await textOf(base, response) }
}

/** The lines of a response for the host; an error that is not JSON-RPC is thrown. */
export async function* linesFor(messages: readonly Message[], reply: Reply, base: string): AsyncGenerator<string> {
  const { response, text = '' } = reply
  if (response.ok && reply.text === undefined && response.body) {
    for await (const { data } of eventsOf(response.body)) if (data !== '') yield oneLine(data)
  } else if (response.ok) {
    if (text !== '') yield oneLine(text)
  } else {
    yield refusedLine(messages, text) ?? raise(refusalIn(base, response.status, text))
  }
}

function raise(error: Error): never {
  throw error
}

/** JSON-RPC errors may have an error status; the host matches them by id. */
function refusedLine(messages: readonly Message[], text: string): string | undefined {
  const request = messages.find(isRequest)
  try {
    const { jsonrpc, id, error } = JSON.parse(text) as { jsonrpc?: unknown; id?: Id | null; error?: unknown }
    if (jsonrpc !== '2.0' || !error || !request) return undefined
    return JSON.stringify({ jsonrpc, id: id ?? request.id, error })
  } catch {
    return undefined
  }
}
