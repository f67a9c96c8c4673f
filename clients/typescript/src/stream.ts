import type { Event } from './answers.ts'
import { Problem } from './problem.ts'
import { serverSent } from './server-sent.ts'

export interface StreamOptions {
  /** `seq` of the last processed event; without one, starts with new events. */
  readonly after?: number | undefined
  /** Stores the `seq` of an event; called after it was processed. */
  readonly save?: (seq: number) => void | Promise<void>
  /** Ends the loop. */
  readonly signal?: AbortSignal
}

interface Streamed {
  open(headers: Record<string, string>, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

const AGAIN_MS = 1_000
const AGAIN_AFTER_OUTAGE_MS = 5_000

/** Every event as it occurs, once. A stream that ends or breaks is opened again after the last event. */
export async function* readStream(
  { open, wait }: Streamed,
  { after, save, signal }: StreamOptions,
): AsyncGenerator<Event, void, undefined> {
  let last = after
  let hasAnswered = false
  const pause = (ms: number) => wait(ms, signal).catch(error => passOnUnless(signal?.aborted, error))
  while (!signal?.aborted) {
    try {
      const body = await open(last === undefined ? {} : { 'last-event-id': String(last) }, signal)
      hasAnswered = true
      for await (const { event, data } of serverSent(body)) {
        if (event !== 'message') continue
        const told = JSON.parse(data) as Event
        yield told
        last = told.seq
        await save?.(told.seq)
      }
      await pause(AGAIN_MS)
    } catch (error) {
      if (signal?.aborted) return
      if (!hasAnswered || (error instanceof Problem && !error.isPassing)) throw error
      await pause(AGAIN_AFTER_OUTAGE_MS)
    }
  }
}

function passOnUnless(isOver: boolean | undefined, error: unknown): void {
  if (!isOver) throw error
}
