import { setTimeout as pause } from 'node:timers/promises'
import { sayOf } from '../refusal.ts'
import { refusalOf } from '../server.ts'
import { oneLine } from './message.ts'
import type { Session } from './session.ts'
import { eventsOf, type SentEvent } from './sse.ts'

export interface FollowOptions {
  session: Session
  base: string
  send: (line: string) => Promise<void>
  tell: (line: string) => void
  signal: AbortSignal
}

const FIRST_MS = 250
const LONGEST_MS = 30_000
/** A stream sends something every 15 seconds (MCP-171). */
const SILENCE_MS = 45_000

/** Forwards events of the server, stream after stream, each once, until `signal`. */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { signal, tell } = options
  const place: Place = { wait: FIRST_MS }
  while (!signal.aborted) {
    try {
      if (!(await followOne(options, place))) return
    } catch (error) {
      if (signal.aborted) return
      tell(sayOf(error))
      place.wait = Math.min(2 * place.wait, LONGEST_MS)
    }
    const spread = 0.8 + 0.4 * Math.random()
    await pause(place.wait * spread, undefined, { signal }).catch(() => {})
  }
}

/** The position and time of the next stream. */
interface Place {
  last?: string
  wait: number
}

/** Returns whether to open another stream. */
async function followOne({ session, base, send, tell, signal }: FollowOptions, place: Place): Promise<boolean> {
  const silent = openSilence()
  try {
    const resume: Record<string, string> = place.last === undefined ? {} : { 'Last-Event-ID': place.last }
    const headers = { Accept: 'text/event-stream', ...resume }
    const response = await session.send('GET', headers, undefined, AbortSignal.any([signal, silent.signal]))
    if (response.status === 403 || response.status === 405) {
      tell(`events are not pushed: ${(await refusalOf(base, response)).message}`)
      return false
    }
    if (!response.ok || !response.body) throw await refusalOf(base, response)
    place.wait = FIRST_MS
    await passOn(eventsOf(silent.watch(response.body)), send, place)
    return true
  } finally {
    silent.end()
  }
}

/** Forwards events until the stream ends or breaks; the next stream resumes there. */
async function passOn(events: AsyncIterable<SentEvent>, send: FollowOptions['send'], place: Place): Promise<void> {
  try {
    for await (const { id, data, retry } of events) {
      if (retry !== undefined) place.wait = Math.min(retry, LONGEST_MS)
      if (data !== '' && !isEnding(data)) await send(oneLine(data))
      if (id !== undefined) place.last = id
    }
  } catch {
    // The connection broke, or was aborted.
  }
}

/** Aborts a stream that is silent for too long. */
function openSilence() {
  const silent = new AbortController()
  const giveUp = () => silent.abort(new DOMException('no data received', 'TimeoutError'))
  const timer = setTimeout(giveUp, SILENCE_MS)
  return {
    signal: silent.signal,
    async *watch(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        timer.refresh()
        yield piece
      }
    },
    end: () => clearTimeout(timer),
  }
}

/** The server's message that this stream ends (MCP-173): another one follows, so it is not forwarded. */
function isEnding(data: string): boolean {
  if (!data.includes('stream.closed')) return false
  const { params } = JSON.parse(data) as { params?: { logger?: unknown; data?: { type?: unknown } } }
  return params?.logger === 'session' && params.data?.type === 'stream.closed'
}
