import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type LimitUsage, RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { onDisconnect } from '../exchange.ts'
import { createByteBudget } from '../limits/byte-budget.ts'

const LOOK_EVERY_MS = 1_000

/** The recipient of a response; `agent` is known once the request was admitted. */
export interface ResponseReader {
  address: string
  agent: string | undefined
}

interface Unread extends ResponseReader {
  socket: Socket
  bytes: number
  since: number
}

export interface SlowReaders {
  /** Tracks a response until the client has received it. */
  watch(request: IncomingMessage, response: ServerResponse, taker: ResponseReader): void
  /** Closes those that take too long; called every second. */
  sweep(): void
  stop(): void
}

/** Limits the responses that wait in memory for slow clients. `clock`: monotonic ms. */
export function createSlowReaders(
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  clock: () => number,
): SlowReaders {
  const waiting = createByteBudget<Unread>(limitUsage, 'unread_bytes', ({ socket }) => socket.destroy())
  const { add, evictOldest, release } = waiting
  const timer = setInterval(sweep, LOOK_EVERY_MS)
  timer.unref()

  function sweep(): void {
    for (const unread of waiting.items) {
      if (clock() - unread.since > RESOURCE_LIMITS.unread_time.limit) waiting.endOverLimit(unread, 'unread_time')
    }
  }

  return {
    watch({ socket }, response, { address, agent }) {
      const bytes = bytesWaiting(response)
      if (bytes === 0) return
      const unread: Unread = { socket, bytes, since: clock(), address, agent }
      add(unread)
      // A pipelined response is not notified when the connection closes.
      const stop = onDisconnect(socket)(() => release(unread))
      response.once('close', () => {
        stop()
        release(unread)
      })
      // The system reports progress within a write too, and Node resets the idle timeout once everything is received.
      socket.setTimeout(RESOURCE_LIMITS.unread_pause.limit)
      if (agent !== undefined) evictOldest('unread_bytes_of_agent', other => other.agent === agent)
      evictOldest('unread_bytes_of_address', other => other.address === address)
      evictOldest('unread_bytes', () => true)
    },
    sweep,
    stop: () => clearInterval(timer),
  }
}

/** The bytes of a response that the client has not received, including one that is queued behind others. */
const bytesWaiting = (response: ServerResponse): number =>
  response.writableEnded && !response.writableFinished && !response.destroyed ? response.writableLength : 0
