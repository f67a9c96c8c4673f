import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** A request and its answer as text; without an answer if none arrived. */
export type Exchange = {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  answer?: { status: number; headers: Record<string, string>; body: string }
  /** Why there is no answer. */
  error?: string
  /** Sent before the check it is reported with, which may use an earlier answer of its scenario. */
  isBefore?: true
}

type Sent = { method: string; path: string; headers: OutgoingHttpHeaders; body: string | Buffer | undefined }
type Answered = { status: number; headers: IncomingHttpHeaders | Record<string, string>; bytes: Buffer | string }
type Kept = { sent: Sent; answered?: Answered; error?: string }

const keptExchanges = 4
const mostInACheck = 10_000

/** The last exchanges of a run in the order they were sent; converted to text on demand. */
export class Exchanges {
  #kept: Kept[] = []
  #asked = new Set<string>()
  #isNew = false
  #left = Number.POSITIVE_INFINITY
  /** How many of the last consecutive requests were not answered. */
  unanswered = 0

  /** Marks the beginning of a check: its first exchange discards those before it. */
  begin(): void {
    this.#isNew = true
    this.#left = mostInACheck
  }

  /** Records a request; the returned function records its answer. */
  note(sent: Sent): { answer: (answered: Answered) => void; fail: (error: Error) => void } {
    if (--this.#left < 0) {
      throw new Error(`more than ${mostInACheck} requests in a check: does a list never end?`)
    }
    this.#asked.add(`${sent.method} ${sent.path.split('?')[0]}`)
    if (this.#isNew) this.#kept = []
    this.#isNew = false
    const kept: Kept = { sent }
    this.#kept = [...this.#kept, kept].slice(-keptExchanges)
    return {
      answer: answered => {
        kept.answered = answered
        this.unanswered = 0
      },
      fail: ({ message }) => {
        kept.error = message
        this.unanswered++
      },
    }
  }

  /** The requests since the last call, as distinct methods and paths. */
  takeRequests(): string[] {
    const asked = [...this.#asked]
    this.#asked.clear()
    return asked
  }

  last(): Exchange[] {
    return this.#kept.map(({ sent, answered, error }) => ({
      method: sent.method,
      path: sent.path,
      headers: textOf(sent.headers),
      body: String(sent.body ?? ''),
      ...(answered
        ? { answer: { status: answered.status, headers: textOf(answered.headers), body: String(answered.bytes) } }
        : {}),
      ...(error ? { error } : {}),
      ...(this.#isNew ? { isBefore: true } : {}),
    }))
  }
}

const textOf = (headers: OutgoingHttpHeaders | IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/**
 * `fetch` that records requests and answers; of an event stream, only that it was opened. Aborting `ended` ends them.
 */
export function notingFetch(exchanges: Exchanges, ended?: AbortSignal): typeof fetch {
  return async (input, init) => {
    const signals = [init?.signal, ended].filter(signal => signal instanceof AbortSignal)
    const url = new URL(input instanceof Request ? input.url : input)
    const headers = Object.fromEntries(new Headers(init?.headers).entries())
    const body = typeof init?.body === 'string' ? init.body : undefined
    const noted = exchanges.note({ method: init?.method ?? 'GET', path: url.pathname + url.search, headers, body })
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
      const answered = { status: response.status, headers: Object.fromEntries(response.headers.entries()) }
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      noted.answer({ ...answered, bytes: isStream ? '(an event stream)' : await response.clone().text() })
      return response
    } catch (error) {
      noted.fail(error as Error)
      throw error
    }
  }
}
