import { type Patience, patiently } from '../patience.ts'
import { beforehand, Refusal, sayOf } from '../refusal.ts'
import type { Address } from './address.ts'
import { errorFor, type Id, isRequest, type Message, parseMessages } from './message.ts'
import { type Link, linesFor, post, readReply } from './post.ts'
import { followEvents } from './push.ts'
import { openRepeatable } from './repeatable.ts'
import { openSession } from './session.ts'

export interface RelayOptions {
  /** Connects when the host first sends a request, and again until it succeeds. */
  connect: () => Promise<Address>
  /** Sends one line of JSON to the host. */
  send: (line: string) => Promise<void>
  /** Prints one line for people. */
  tell: (line: string) => void
  patience: Patience
}

export interface Relay {
  /** Handles one line of JSON from the host; resolves after its response. */
  take(line: string): Promise<void>
  /** The host has closed its end. */
  end(): Promise<void>
}

const INTERNAL = -32_603
const PARSE = -32_700
const ANSWER_MS = 5 * 60_000

/** Relays between a host on stdio and the server over HTTP. */
export function openRelay({ connect, send, tell, patience }: RelayOptions): Relay {
  const ended = new AbortController()
  const repeatable = openRepeatable()
  const asked = new Map<Id, AbortController>()
  const linked = keptOnce(() => connect().then(address => ({ address, session: openSession(address) }), beforehand))
  let following: Promise<void> | undefined

  async function answer(text: string, messages: readonly Message[], cancel: AbortSignal): Promise<void> {
    const reply = await inTime([cancel, ended.signal], signal => {
      const deliver = async () => await readReply(await post(await linked(), text, messages, signal))
      return patiently({ ...patience, signal }, deliver, () => repeatable.may(messages))
    })
    const { session, address } = await linked()
    for await (const line of linesFor(messages, reply, address.base)) {
      repeatable.note(messages, line)
      await send(line)
    }
    if (messages[0]?.method !== 'notifications/initialized') return
    following ??= followEvents({ session, base: address.base, send, tell, signal: ended.signal })
  }

  async function take(line: string): Promise<void> {
    const messages = parseMessages(line)
    if (!messages) return send(errorFor(null, PARSE, 'This line is not a JSON-RPC message.'))
    const requests = messages.filter(isRequest).map(({ id }) => id as Id)
    const cancel = new AbortController()
    for (const id of requests) asked.set(id, cancel)
    try {
      cancelled(asked, messages)?.abort()
      await answer(line, messages, cancel.signal)
    } catch (error) {
      if (cancel.signal.aborted || ended.signal.aborted) return
      const { message, problem } = refusalFor(error)
      tell(message)
      for (const id of requests) await send(errorFor(id, INTERNAL, message, problem))
    } finally {
      for (const id of requests) asked.delete(id)
    }
  }

  return {
    take,
    async end() {
      ended.abort()
      await following
      await linked.kept()?.then(endSession, () => {})
    },
  }
}

const endSession = ({ session }: Link) => session.end().catch(() => {})

const refusalFor = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(`the response was interrupted (${sayOf(error)})`)

/** Aborts `act` if it takes too long; what it opened in time, such as a stream, may continue. */
function inTime<T>(signals: AbortSignal[], act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('no response in time', 'TimeoutError')), ANSWER_MS)
  return act(AbortSignal.any([...signals, late.signal])).finally(() => clearTimeout(timer))
}

/** Creates a value on first use, and again if that failed. */
function keptOnce<T>(make: () => Promise<T>): { (): Promise<T>; kept(): Promise<T> | undefined } {
  let kept: Promise<T> | undefined
  const ask = () => {
    kept ??= make().catch(error => {
      kept = undefined
      throw error
    })
    return kept
  }
  return Object.assign(ask, { kept: () => kept })
}

/** The request that a `notifications/cancelled` refers to. */
function cancelled(
  asked: ReadonlyMap<Id, AbortController>,
  [message]: readonly Message[],
): AbortController | undefined {
  const id = message?.params?.requestId
  return message?.method === 'notifications/cancelled' ? asked.get(id as Id) : undefined
}
