import type { ServerResponse } from 'node:http'
import { coalesce } from '../../../concurrency/coalesced-task.ts'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import type { LoggedEvent } from '../../../storage/events/visible-events.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { SAFE_HEADERS } from '../../../tools/core/network/safe-headers.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { KEEP_ALIVE, type StreamEndReason } from './sse.ts'
import { findStreamEndings } from './stream-endings.ts'
import { createStreamSet, type Stream, type StreamSet } from './stream-set.ts'
import { createStreamTakeovers } from './stream-takeover.ts'

/** The event log as streams read it; see `push/outbox.ts`. */
export interface StreamEventLog {
  follow(recipient: string, after: number, listener: (event: LoggedEvent) => void | Promise<void>): { close(): void }
}

/** Options of a stream. */
export interface StreamSource extends Pick<Stream, 'holder' | 'session' | 'ending' | 'farewell'> {
  opening: string
  /** Follows the holder's log from this number, which was read before the agent was admitted. */
  after: number
  /** In addition to the headers of every stream. */
  headers?: Readonly<Record<string, string>>
  /** '' is not sent. */
  event(event: LoggedEvent): string
}

/**
 * The event streams of this process, over SSE: those of MCP sessions and of signed requests.
 *
 * A stream is open until its client leaves, its session is opened again (here or at another process), or its holder's
 * token, key or status ends it. Invariants: a session has one stream in the installation; the event that announces an
 * end is delivered before it, which is why a regular check ends such a stream on its second pass; the number of
 * streams is limited for the process and for each agent.
 */
export interface Streams {
  /** Sends headers and opening, then events. An earlier stream of the same session ends. */
  open(response: ServerResponse, requestId: string, source: StreamSource): void
  /** Rejects a further stream of this agent if the process or the agent has reached its limit. */
  requireCapacity(agentId: string): void
  endSession(digest: string): void
  /** Writes a comment to one part of the streams; after `KEEP_ALIVE_PARTS` calls, each has received one. */
  keepAlive(): void
  /** Ends streams whose holder or session has ended, and learns which sessions' streams moved to another process. */
  check(): void
  /** Ends all streams and rejects new ones. */
  stop(): void
  count(): number
}

interface StreamLimits {
  streams: number
  /** Per agent, over all transports. */
  streamsEach?: number
}

export const KEEP_ALIVE_PARTS = 15
const KEEP_ALIVE_EVERY_MS = 1_000
const CHECK_EVERY_MS = 2_000

export const STREAM_HEAD = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

export function createStreams(
  runtime: Runtime,
  log: StreamEventLog,
  { streams: limit, streamsEach = RESOURCE_LIMITS.streams_of_agent.limit }: StreamLimits,
): Streams {
  const limits = { streams: limit, streamsEach }
  const streams = createStreamSet(KEEP_ALIVE_PARTS)
  let beats = 0
  let isStopped = false

  const replacements = createStreamTakeovers(runtime, session => endOne(streams, session, REPLACED))

  const keepAlive = () => beat(streams.parts[beats++ % KEEP_ALIVE_PARTS] ?? [], runtime.presence)
  const sweep = openSweep(runtime, streams)
  const checking = coalesce('checking open streams', runtime.log, async () => {
    await replacements.listen()
    await sweep()
  })
  // A failure here is detected by the next regular check.
  const checkOne = (stream: Stream) => endThoseOver(runtime, [stream]).catch(() => {})

  return {
    open(response, requestId, source) {
      if (response.destroyed) return
      if (source.session !== undefined) {
        endOne(streams, source.session, REPLACED)
        void replacements.announce(source.session)
      }
      const stream = start({ log, progress: runtime.deliveryProgress }, response, requestId, source, checkOne)
      streams.add(stream)
      response.once('close', () => {
        stream.following?.close()
        streams.remove(stream)
      })
    },
    requireCapacity: agentId => requireCapacity(streams, isStopped ? NO_CAPACITY : limits, agentId),
    endSession: digest => endOne(streams, digest, stream => stream.ending('session_ended')),
    keepAlive,
    check: () => void checking.runLogged(),
    stop() {
      isStopped = true
      writeEnd(streams)
    },
    count: streams.count,
  }
}

/** Keeps streams alive and checks them periodically, until the returned function is called. */
export function startKeepAlive({ keepAlive, check }: Streams): () => void {
  const timers = [setInterval(keepAlive, KEEP_ALIVE_EVERY_MS), setInterval(check, CHECK_EVERY_MS)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** An event in the log announces it, and is delivered first. */
const NOTIFIED_FIRST: ReadonlySet<StreamEndReason> = new Set(['token_ended', 'standing_changed'])

/** Ends all streams that are over; those announced by an event only on the second pass. */
function openSweep(runtime: Runtime, streams: StreamSet): () => Promise<void> {
  let ended = new WeakSet<Stream>()
  return async () => {
    const before = ended
    ended = new WeakSet()
    const open = streams.parts.flatMap(part => [...part])
    await endThoseOver(runtime, open, (stream, reason) => {
      ended.add(stream)
      return !NOTIFIED_FIRST.has(reason) || before.has(stream)
    })
  }
}

/** Ends the streams whose holder or session has ended. */
async function endThoseOver(
  { db, clock }: Runtime,
  streams: readonly Stream[],
  isDue: (stream: Stream, reason: StreamEndReason) => boolean = () => true,
): Promise<void> {
  const endings = await findStreamEndings(db, streams, new Date(clock()))
  for (const [stream, reason] of endings) if (isDue(stream, reason)) end(stream, stream.ending(reason))
}

const REPLACED = () => ''

function endOne(streams: StreamSet, session: string, last: (stream: Stream) => string): void {
  const stream = streams.ofSession(session)
  if (stream) end(stream, last(stream))
}

function beat(streams: Iterable<Stream>, presence: Pick<Runtime['presence'], 'note'>): void {
  for (const { response, holder } of streams) {
    if (response.writableNeedDrain || response.writableEnded) continue
    response.write(KEEP_ALIVE)
    presence.note(holder.agent_id, true)
  }
}

const NO_CAPACITY = { streams: 0, streamsEach: 0 }

function requireCapacity(streams: StreamSet, limits: Required<StreamLimits>, agentId: string): void {
  if (streams.count() >= limits.streams) {
    throw new Problem('service-unavailable', 'No more streams can be opened now.', { retry_after_seconds: 5 })
  }
  if (streams.countOf(agentId) >= limits.streamsEach) {
    throw new Problem('rate-limited', 'This agent has too many streams open.', { retry_after_seconds: 15 })
  }
}

/** Spread over seconds, so that the clients of this process do not all reconnect at once. */
function writeEnd({ parts }: StreamSet): void {
  parts.forEach((part, index) => {
    for (const stream of part) end(stream, stream.farewell(1_000 + 300 * index))
  })
}

/** Events that may end their recipient's tokens: the log delivers them to every process. */
const ENDS_TOKENS: ReadonlySet<string> = new Set(['agent.status.changed', 'agent.key.rotated'])

function start(
  { log, progress }: { log: StreamEventLog; progress: Pick<Runtime['deliveryProgress'], 'note'> },
  response: ServerResponse,
  requestId: string,
  source: StreamSource,
  check: (stream: Stream) => Promise<void>,
): Stream {
  const { holder, session, after, opening, headers, event, ending, farewell } = source
  response.writeHead(200, { ...STREAM_HEAD, ...SAFE_HEADERS, ...headers, 'X-Request-Id': requestId })
  response.write(opening)
  const stream: Stream = { response, holder, session, ending, farewell, following: undefined }
  stream.following = log.follow(holder.agent_id, after, logged => {
    const frame = event(logged)
    if (frame !== '') progress.note(holder.agent_id, logged.seq - 1, logged.seq)
    const isFull = frame !== '' && !response.writableEnded && !response.write(frame)
    if (ENDS_TOKENS.has(logged.type)) return check(stream)
    return isFull ? drained(response) : undefined
  })
  return stream
}

/** A client that has not even received earlier data is disconnected. */
function end({ response, following }: Stream, last: string): void {
  following?.close()
  if (response.writableEnded) return
  if (response.writableNeedDrain) response.destroy()
  else response.end(last)
}

/**
 * Waits until the client has received what was written, or has gone; a client that receives nothing for a while is
 * disconnected.
 */
function drained(response: ServerResponse): Promise<void> {
  response.socket?.setTimeout(RESOURCE_LIMITS.unread_pause.limit)
  return new Promise(resolve => {
    const done = () => {
      response.socket?.setTimeout(0)
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}
