import { Problem, Unreachable } from './problem.ts'

export interface Patience {
  /** How often a call is sent at most. */
  readonly attempts: number
  /** A refusal that asks for more patience than this is the answer. */
  readonly longestWaitMs: number
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

const FIRST_MS = 500
const LAST_MS = 30_000

/** Sends anew what may pass a little later; nothing else, and what may not happen twice only where nothing happened. */
export async function repeatedly<Answer>(
  send: () => Promise<Answer>,
  isRepeatable: boolean,
  { attempts, longestWaitMs, wait }: Patience,
  signal?: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (attempt >= attempts || !mayPass(error, isRepeatable)) throw error
      const ms = (error instanceof Problem ? error.retryAfterMs : undefined) ?? backOff(attempt)
      if (ms > longestWaitMs) throw error
      await wait(ms, signal)
    }
  }
}

/** Of a limit it is known that nothing happened; where no answer came, or 503, it is not. */
function mayPass(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof Unreachable) return isRepeatable
  return error instanceof Problem && error.isPassing && (isRepeatable || error.status === 429)
}

/** Twice as long each time, and never the same for all who wait. */
const backOff = (attempt: number) => Math.min(FIRST_MS * 2 ** (attempt - 1), LAST_MS) * (0.5 + Math.random() / 2)

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
