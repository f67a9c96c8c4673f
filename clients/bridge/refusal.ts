/** An error, in one line for stderr or for a host. */
export class Refusal extends Error {
  /** The problem in the response, if any. */
  readonly problem: Problem | undefined

  constructor(message: string, problem?: Problem) {
    super(message.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500))
    this.problem = problem
  }
}

/** The server did not respond. */
export class Unreachable extends Refusal {
  /** Whether the request may have arrived at the server. */
  readonly maybeSent: boolean

  constructor(message: string, maybeSent: boolean) {
    super(message)
    this.maybeSent = maybeSent
  }
}

/** For an error before the request was sent. */
export const beforehand = (error: unknown): never => {
  throw error instanceof Unreachable ? new Unreachable(error.message, false) : error
}

/** An error response of the server. */
export interface Problem {
  status: number
  /** The last part of `type`. */
  slug: string
  [member: string]: unknown
}

export const sayOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
