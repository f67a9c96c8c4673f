import type { ServerResponse } from 'node:http'
import { findEndedSessions } from '../../storage/mcp-sessions.ts'
import type { LoggedEvent } from '../../storage/outbox.ts'
import { findLiveTokens } from '../../storage/tokens.ts'
import type { Runtime } from '../context.ts'
import type { KnownToken } from '../identity/token-ring.ts'
import { tokenStatuses } from '../identity/token-statuses.ts'
import { Problem } from '../problems.ts'
import { type Ending, KEEP_ALIVE, retryIn } from './frames.ts'

/** The event log as streams follow it; see `push/outbox.ts`. */
export interface EventLog {
  follow(
    recipient: string,
    after: number,
    listener: (event: LoggedEvent) => void | Promise<void>,
  ): { close(): void }
  settle(recipient: string): Promise<void>
}

/** What a stream is opened with. */
export interface StreamSource {
  token: KnownToken
  /** A later stream of the same session replaces this one. */
  session?: string
  /** Follow the recipient's log from this number; without one the stream stays silent. */
  after?: number
  opening: string
  event(event: LoggedEvent): string
  ending(reason: Ending): string
  /** What a client is told when this process stops. */
  farewell(retryMs: number): string
}

/** All that is kept for an open stream beside its response. */
interface Stream {
  readonly response: ServerResponse
  readonly token: KnownToken
  readonly session: string | undefined
  readonly ending: StreamSource['ending']
  readonly farewell: StreamSource['farewell']
  following: { close(): void } | undefined
}

export interface Streams {
  /** Sends the head and the opening, and lets events follow. */
  open(response: ServerResponse, requestId: string, source: StreamSource): void
  /** Refuses one more stream of this agent, if there are too many. */
  requireRoom(agentId: string): void
  endSession(digest: string): void
  /** Ends the streams whose token or session has ended; one query each for all of them. */
  closeEnded(): Promise<void>
  /** Writes a comment to one part of the streams; all parts have had theirs after `KEEP_ALIVE_PARTS` calls. */
  keepAlive(): void
  /** Ends all streams and refuses new ones. */
  stop(): void
  count(): number
}

export interface StreamLimits {
  streams: number
  streamsEach: number
}

export const KEEP_ALIVE_PARTS = 15
const KEEP_ALIVE_EVERY_MS = 1_000
const CHECK_EVERY_MS = 2_000
const CHECKED_AT_ONCE = 5_000

const HEAD = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

export function openStreams(runtime: Runtime, events: EventLog, limits: StreamLimits): Streams {
  /** In parts, so that one timer keeps all alive without writing to all at once. */
  const parts: Set<Stream>[] = Array.from({ length: KEEP_ALIVE_PARTS }, () => new Set())
  const bySession = new Map<string, Stream>()
  const perAgent = new Map<string, number>()
  let opened = 0
  let beats = 0
  let count = 0
  let isStopped = false

  const all = () => parts.flatMap(part => [...part])

  function add(stream: Stream) {
    const { token, session, response } = stream
    const part = parts[opened++ % KEEP_ALIVE_PARTS] as Set<Stream>
    part.add(stream)
    count++
    perAgent.set(token.agent_id, (perAgent.get(token.agent_id) ?? 0) + 1)
    if (session !== undefined) bySession.set(session, stream)
    response.once('close', () => remove(stream, part))
  }

  function remove(stream: Stream, part: Set<Stream>) {
    const { token, session, following } = stream
    following?.close()
    part.delete(stream)
    count--
    const left = (perAgent.get(token.agent_id) ?? 1) - 1
    if (left > 0) perAgent.set(token.agent_id, left)
    else perAgent.delete(token.agent_id)
    if (session !== undefined && bySession.get(session) === stream) bySession.delete(session)
  }

  function end(stream: Stream, last: string) {
    stream.following?.close()
    stream.response.end(last)
  }

  function open(response: ServerResponse, requestId: string, source: StreamSource) {
    if (response.destroyed) return
    const { token, session, after, event, ending, farewell } = source
    if (session !== undefined) replace(session)
    const stream: Stream = { response, token, session, ending, farewell, following: undefined }
    response.writeHead(200, { ...HEAD, 'X-Request-Id': requestId })
    response.write(source.opening)
    add(stream)
    if (after === undefined) return
    stream.following = events.follow(token.agent_id, after, logged => {
      if (!response.write(event(logged))) return drained(response)
    })
  }

  function replace(session: string) {
    const former = bySession.get(session)
    if (former) end(former, '')
  }

  async function closeEnded() {
    const streams = all()
    const now = new Date(runtime.clock())
    for (let i = 0; i < streams.length; i += CHECKED_AT_ONCE) {
      const checked = streams.slice(i, i + CHECKED_AT_ONCE)
      const reasons = await findEndings(runtime, checked, now)
      for (const stream of checked) {
        const reason = reasons(stream)
        if (reason) end(stream, stream.ending(reason))
      }
    }
  }

  const timers = [
    every(KEEP_ALIVE_EVERY_MS, keepAlive),
    every(CHECK_EVERY_MS, oneByOne(closeEnded, error => runtime.log.warn({ err: error }, 'checking open streams fails'))),
  ]

  function keepAlive() {
    for (const { response } of parts[beats++ % KEEP_ALIVE_PARTS] ?? []) {
      if (!response.writableNeedDrain) response.write(KEEP_ALIVE)
    }
  }

  return {
    open,
    requireRoom(agentId) {
      const isFull = isStopped || count >= limits.streams
      if (isFull) throw new Problem('service-unavailable', 'No more streams now.', { retry_after_seconds: 5 })
      if ((perAgent.get(agentId) ?? 0) >= limits.streamsEach) {
        throw new Problem('rate-limited', 'This agent has too many streams open.', { retry_after_seconds: 15 })
      }
    },
    endSession(digest) {
      const stream = bySession.get(digest)
      if (stream) end(stream, stream.ending('session_ended'))
    },
    closeEnded,
    keepAlive,
    stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
      parts.forEach((part, index) => {
        // Spread over seconds, or all clients of this process come to the next one at once.
        for (const stream of part) end(stream, stream.farewell(1_000 + 300 * index))
      })
    },
    count: () => count,
  }
}

const every = (ms: number, run: () => void): NodeJS.Timeout => setInterval(run, ms).unref()

/** Skips a turn while the one before still runs. */
function oneByOne(run: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    run()
      .catch(onError)
      .finally(() => {
        isRunning = false
      })
  }
}

async function findEndings({ db }: Runtime, streams: readonly Stream[], now: Date) {
  const tokens = [...new Set(streams.map(({ token }) => token.digest))]
  const sessions = streams.flatMap(({ session }) => session ?? [])
  const [live, ended] = await Promise.all([
    findLiveTokens(db, tokens, tokenStatuses, now),
    sessions.length > 0 ? findEndedSessions(db, sessions) : [],
  ])
  const liveTokens = new Set(live)
  const endedSessions = new Set(ended)
  return ({ token, session }: Stream): Ending | undefined => {
    if (session !== undefined && endedSessions.has(session)) return 'session_ended'
    if (liveTokens.has(token.digest)) return undefined
    return new Date(token.expires_at) <= now ? 'token_expired' : 'token_ended'
  }
}

/** Waits until the client has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}
