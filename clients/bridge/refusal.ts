/** What is wrong, in one line for whoever reads stderr or asks through a host. */
export class Refusal extends Error {
  /** The problem that the server answered with. */
  readonly problem: Problem | undefined

  constructor(message: string, problem?: Problem) {
    super(message.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500))
    this.problem = problem
  }
}

/** The server did not answer. */
export class Unreachable extends Refusal {
  /** Whether the request may have come to the server all the same. */
  readonly maybeSent: boolean

  constructor(message: string, maybeSent: boolean) {
    super(message)
    this.maybeSent = maybeSent
  }
}

/** Of what is done ahead of a request: that itself was not sent. */
export const beforehand = (error: unknown): never => {
  throw error instanceof Unreachable ? new Unreachable(error.message, false) : error
}

/** A refusal of the server, as it came. */
export interface Problem {
  status: number
  /** The last part of `type`. */
  slug: string
  [member: string]: unknown
}

export const sayOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
