interface Reason {
  cause?: unknown
  mayHaveHappened?: boolean
}

/** A database call without a result. */
export class UnansweredStatement extends Error {
  /** `true`: it was sent, and took effect or may do so yet; `false`: it never will. */
  readonly mayHaveHappened: boolean

  constructor(message: string, { cause, mayHaveHappened = false }: Reason = {}) {
    super(message, { cause })
    this.mayHaveHappened = mayHaveHappened
  }
}

/** The database did not respond: it is down, failing over, or overloaded. */
export class DatabaseUnavailable extends UnansweredStatement {}

/** A statement ran, or waited for a lock, longer than the pool allows and was cancelled, or its caller gave up. */
export class StatementTimeout extends UnansweredStatement {}

/** A database that this version cannot use, and retrying does not help; the message says why. */
export class UnusableDatabase extends Error {}

const STATES: Readonly<Record<string, string>> = {
  '57P01': 'it is shutting down',
  '57P03': 'it is starting up or shutting down',
  '53300': 'all its connections are in use',
  '08P01': 'if it is behind a pooler, add pooler=session to DATABASE_URL',
}

interface ErrorFields {
  code?: unknown
  address?: string | string[]
  hostname?: string
  port?: number | number[]
}

/** Why and where it failed, as far as the driver or PostgreSQL said: `ECONNREFUSED 127.0.0.1:5432`. */
export function unavailableReason({ cause }: DatabaseUnavailable): string | undefined {
  // For a name with several addresses, Node reports all attempts in one error.
  const { code, address, port, hostname } = ((cause as AggregateError)?.errors?.[0] ?? cause ?? {}) as ErrorFields
  if (typeof code !== 'string') return undefined
  const state = STATES[code]
  if (state) return `${state} (${code})`
  const host = [address ?? hostname].flat()[0]
  return [code, [host, [port].flat()[0]].filter(part => part !== undefined).join(':')].filter(Boolean).join(' ')
}
