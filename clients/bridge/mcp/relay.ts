import { type Patience, patiently } from '../patience.ts'
import { beforehand, Refusal, sayOf } from '../refusal.ts'
import type { Address } from './address.ts'
import { errorFor, type Id, isRequest, type Message, parseMessages } from './message.ts'
import { type Link, linesFor, post, readReply } from './post.ts'
import { followEvents } from './push.ts'
import { openRepeatable } from './repeatable.ts'
import { openSession } from './session.ts'

export interface RelayOptions {
  /** Done when the host first asks, and again until it succeeds. */
  connect: () => Promise<Address>
  /** One line of JSON to the host. */
  send: (line: string) => Promise<void>
  /** One line for people. */
  tell: (line: string) => void
  patience: Patience
}

export interface Relay {
  /** One line of JSON from the host; answered when it is resolved. */
  take(line: string): Promise<void>
  /** The host is gone. */
  end(): Promise<void>
}

const INTERNAL = -32_603
const PARSE = -32_700
const ANSWER_MS = 5 * 60_000

/** What a host says on stdio, said to the server over HTTP, and back. */
export function openRelay({ connect, send, tell, patience }: RelayOptions): Relay {
  const ended = new AbortController()
  const repeatable = openRepeatable()
  const asked = new Map<Id, AbortController>()
  const linked = keptOnce(() => connect().then(address => ({ address, session: openSession(address) }), beforehand))
  let following: Promise<void> | undefined

  async function answer(text: string, messages: readonly Message[], cancel: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([cancel, ended.signal, AbortSignal.timeout(ANSWER_MS)])
    const deliver = async () => await readReply(await post(await linked(), text, messages, signal))
    const reply = await patiently({ ...patience, signal }, deliver, () => repeatable.may(messages))
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
    if (!messages) return send(errorFor(null, PARSE, 'This line is no JSON-RPC message.'))
    const requests = messages.filter(isRequest).map(({ id }) => id as Id)
    const cancel = new AbortController()
    for (const id of requests) asked.set(id, cancel)
    try {
      cancelled(asked, messages)?.abort()
      await answer(line, messages, cancel.signal)
    } catch (error) {
      if (cancel.signal.aborted || ended.signal.aborted) return
      tell(sayOf(error))
      const problem = error instanceof Refusal ? error.problem : undefined
      for (const id of requests) await send(errorFor(id, INTERNAL, sayOf(error), problem))
    } finally {
      for (const id of requests) asked.delete(id)
    }
  }

  return {
    take,
    async end() {
      ended.abort()
      await following
      const link: Link | undefined = await linked.kept()?.catch(() => undefined)
      await link?.session.end().catch(() => {})
    },
  }
}

/** Makes a value when it is first asked for, and again where that failed. */
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

/** The request that a `notifications/cancelled` is about. */
function cancelled(
  asked: ReadonlyMap<Id, AbortController>,
  [message]: readonly Message[],
): AbortController | undefined {
  const id = message?.params?.requestId
  return message?.method === 'notifications/cancelled' ? asked.get(id as Id) : undefined
}
