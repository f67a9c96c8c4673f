export interface Fault {
  /** JSON pointer to the input. */
  readonly pointer: string
  readonly code: string
  readonly message: string
}

type Members = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const TOLD_FAULTS = 3

/** An error response of the server. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  /** The last part of `type`, such as `not-found`; without one, derived from `error`, or the status. */
  readonly slug: string
  readonly title: string | undefined
  readonly detail: string | undefined
  readonly code: string | undefined
  /** What to do about it. */
  readonly hint: string | undefined
  /** Errors of the input, each with its position. */
  readonly errors: readonly Fault[]
  readonly retryAfterMs: number | undefined
  /** The whole body. */
  readonly members: Members

  constructor(status: number, members: Members, retryAfterMs?: number) {
    const type = textOf(members.type)?.split('/').at(-1)
    const slug = type ?? textOf(members.error)?.toLowerCase().replaceAll('_', '-') ?? `http-${status}`
    const detail = textOf(members.detail) ?? textOf(members.error_description)
    const errors: readonly Fault[] = Array.isArray(members.errors) ? members.errors : []
    const faults = errors.slice(0, TOLD_FAULTS).map(fault => `${fault?.pointer} ${fault?.message}`)
    super([`${status} ${slug}`, detail, ...faults, textOf(members.hint)].filter(Boolean).join(': '))
    this.status = status
    this.slug = slug
    this.title = textOf(members.title)
    this.detail = detail
    this.code = textOf(members.code)
    this.hint = textOf(members.hint)
    this.errors = errors
    this.retryAfterMs = retryAfterMs
    this.members = members
  }

  /** Whether the same call may succeed later. */
  get isPassing(): boolean {
    const isLimit = this.status === 429 && (this.slug === 'rate-limited' || !('type' in this.members))
    return this.status === 503 || isLimit || this.slug === 'idempotency-in-progress'
  }
}

/** No response: nothing listens, the connection broke, or the timeout expired. The request may have been executed. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** The error for a response with this status and body; `Retry-After` in seconds. */
export function problemOf(status: number, text: string, retryAfter: string | null): Problem {
  const isSeconds = retryAfter !== null && /^\d+$/.test(retryAfter)
  return new Problem(status, membersOf(text), isSeconds ? Number(retryAfter) * 1_000 : undefined)
}

function membersOf(text: string): Members {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Members) : {}
  } catch {
    return {}
  }
}
