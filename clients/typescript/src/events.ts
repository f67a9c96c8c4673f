import type { Event, EventData, HeartbeatAnswer } from './answers.ts'
import type { Calls } from './calls.ts'
import { Problem, Unreachable } from './problem.ts'

export interface EventOptions {
  /** The last saved cursor; without one, starts with the events of the last 7 days. */
  readonly cursor?: string | undefined
  /** Stores the cursor; called after all events before it were processed. */
  readonly save: (cursor: string) => void | Promise<void>
  /** Milliseconds between two polls if no events are waiting. */
  readonly everyMs?: number
  /** Ends the loop. */
  readonly signal?: AbortSignal
}

/** Whether the event has that type; narrows the type of `data`. */
export const isEvent = <Type extends keyof EventData>(
  event: Event,
  type: Type,
): event is Event & { readonly type: Type; readonly data: EventData[Type] } => event.type === type

interface Polled extends Pick<Calls, 'heartbeat'> {
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

const passes = (error: unknown) => error instanceof Unreachable || (error instanceof Problem && error.isPassing)

/**
 * Every event once, oldest first. Requesting the next one confirms the previous: an agent that is killed before that
 * receives it again, and repeats nothing if its idempotency keys are derived from the id of the event.
 */
export async function* readEvents(client: Polled, options: EventOptions): AsyncGenerator<Event, void, undefined> {
  const { save, everyMs = 60_000, signal } = options
  let { cursor } = options
  let hasAnswered = false
  while (!signal?.aborted) {
    const beat: HeartbeatAnswer | undefined = await poll(client, cursor, signal, hasAnswered)
    if (beat) {
      hasAnswered = true
      yield* beat.events
      await save(beat.cursor)
      cursor = beat.cursor
    }
    if (!beat?.has_more) await client.wait(everyMs, signal).catch(ignoreAbort(signal))
  }
}

/** Ignores failures while the server is unreachable, after the first success. */
async function poll(client: Polled, cursor: string | undefined, signal: AbortSignal | undefined, isPatient: boolean) {
  try {
    return await client.heartbeat(cursor === undefined ? {} : { cursor }, signal ? { signal } : {})
  } catch (error) {
    if (signal?.aborted || (isPatient && passes(error))) return undefined
    throw error
  }
}

const ignoreAbort = (signal: AbortSignal | undefined) => (error: unknown) => {
  if (!signal?.aborted) throw error
}
