import { setTimeout as pause } from 'node:timers/promises'
import { Unreachable } from './refusal.ts'

export interface Patience {
  /** How long a server may be unreachable. */
  ms: number
  signal?: AbortSignal
}

const FIRST_MS = 200
const LONGEST_MS = 5_000

/** Retries while the server is unreachable; requests that may have arrived only if `mayRepeat`. */
export async function patiently<T>(patience: Patience, act: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
  const end = Date.now() + patience.ms
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
    try {
      return await act()
    } catch (error) {
      const isWorthIt = error instanceof Unreachable && (!error.maybeSent || mayRepeat()) && Date.now() + wait < end
      if (!isWorthIt) throw error
    }
    await pause(wait, undefined, { signal: patience.signal })
  }
}
