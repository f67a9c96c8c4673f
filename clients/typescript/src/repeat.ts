import { Problem, Unreachable } from './problem.ts'

export interface Patience {
  /** Maximum attempts of a call. */
  readonly attempts: number
  /** An error with a longer Retry-After is not retried. */
  readonly longestWaitMs: number
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

const FIRST_MS = 500
const LAST_MS = 30_000

/** Retries temporary failures; a call that is not idempotent only if it was not executed. */
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

/** A rate-limited call was not executed; without a response, or after a 503, it may have been. */
function mayPass(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof Unreachable) return isRepeatable
  return error instanceof Problem && error.isPassing && (isRepeatable || error.status === 429)
}

/** Exponential backoff with jitter. */
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
