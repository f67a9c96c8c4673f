import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type LimitUsage, RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { onDisconnect } from '../exchange.ts'
import { createByteBudget } from '../limits/byte-budget.ts'

const LOOK_EVERY_MS = 1_000

/** Whose answer it is; `agent` is known once the request was admitted. */
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
  /** Watches an answer that was given until the client has taken it. */
  watch(request: IncomingMessage, response: ServerResponse, taker: ResponseReader): void
  /** Ends those that take too long; happens every second. */
  sweep(): void
  stop(): void
}

/** Answers wait in memory for as long as their clients do not read; here they do so within bounds. `clock`: ms that only ever grow. */
export function createSlowReaders(
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  clock: () => number,
): SlowReaders {
  const waiting = createByteBudget<Unread>(limitUsage, 'unread_bytes', ({ socket }) => socket.destroy())
  const { add, evictOldest, release } = waiting
  const timer = setInterval(sweep, LOOK_EVERY_MS)
  timer.unref()

  function sweep(): void {
    for (const answer of waiting.items) {
      if (clock() - answer.since > RESOURCE_LIMITS.unread_time.limit) waiting.endOverLimit(answer, 'unread_time')
    }
  }

  return {
    watch({ socket }, response, { address, agent }) {
      const bytes = bytesWaiting(response)
      if (bytes === 0) return
      const answer: Unread = { socket, bytes, since: clock(), address, agent }
      add(answer)
      // An answer behind others on its connection is not told that it closed.
      const stop = onDisconnect(socket)(() => release(answer))
      response.once('close', () => {
        stop()
        release(answer)
      })
      // The system tells of progress within a write too, and Node sets the time of an idle connection once all is taken.
      socket.setTimeout(RESOURCE_LIMITS.unread_pause.limit)
      if (agent !== undefined) evictOldest('unread_bytes_of_agent', other => other.agent === agent)
      evictOldest('unread_bytes_of_address', other => other.address === address)
      evictOldest('unread_bytes', () => true)
    },
    sweep,
    stop: () => clearInterval(timer),
  }
}

/** Of an answer that was given, also of one that waits behind others on its connection. */
const bytesWaiting = (response: ServerResponse): number =>
  response.writableEnded && !response.writableFinished && !response.destroyed ? response.writableLength : 0
