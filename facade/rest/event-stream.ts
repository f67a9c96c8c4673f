import type { Runtime } from '../../tools/core/context.ts'
import { presentEvent } from '../../tools/core/define-event.ts'
import { HOUR } from '../../tools/core/durations.ts'
import type { InvocationResult } from '../../tools/core/invoke-tool.ts'
import { lastEventId, RECONNECT_MS, retryIn, type StreamEndReason, sseFrame } from '../http/streams/sse.ts'
import type { StreamHolder } from '../http/streams/stream-set.ts'
import type { Streams } from '../http/streams/streams.ts'
import type { RestRequest } from './authenticate-agent.ts'

/** Maximum duration of a stream opened by a signature; with a token, until it expires (HEAR-84). */
const SIGNED_MS = HOUR

interface Opened {
  agent_id: string
  key_version: number
  secondary_key: string | null
  last_seq: number
}

/** Turns the request into a stream of its agent's events after `Last-Event-ID` (HEAR-80 to HEAR-88). */
export async function openEventStream(
  { runtime, streams }: { runtime: Runtime; streams: Streams },
  { exchange, token }: RestRequest,
  { output }: InvocationResult,
  isSigned: boolean,
): Promise<undefined> {
  const { agent_id, key_version, secondary_key, last_seq } = output as unknown as Opened
  const { response, request_id, headers, limits } = exchange
  const known = isSigned || token === undefined ? undefined : await runtime.tokens.find(token)
  const holder: StreamHolder = known ?? {
    agent_id,
    key_version,
    secondary_key,
    expires_at: new Date(runtime.clock() + SIGNED_MS).toISOString(),
  }
  streams.requireCapacity(agent_id)
  const after = Math.min(last_seq, lastEventId(headers['last-event-id'] as string | undefined) ?? last_seq)
  streams.open(response, request_id, {
    holder,
    session: undefined,
    after,
    headers: { ...limits.headers(), 'X-AUI-Version': '1' },
    // Without data, so nothing is dispatched: gives a client a position in case it disconnects before the first event.
    opening: `retry: ${RECONNECT_MS}\nid: ${after}\n\n`,
    event: event => sseFrame(JSON.stringify(presentEvent(event)), event.seq),
    ending: lastFrame,
    farewell: retryIn,
  })
  return undefined
}

const lastFrame = (reason: StreamEndReason): string =>
  `retry: ${RECONNECT_MS}\nevent: stream.closed\ndata: ${JSON.stringify({ reason })}\n\n`
