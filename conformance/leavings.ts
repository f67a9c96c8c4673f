import type { Data } from './clients/http.ts'

/** Status and code. */
export type Refusal = readonly [status: number, code?: string]

export type Removal = { path: string; payload?: Data }

/** A kind of thing that a run leaves behind: where an agent finds its own, and how it takes one away. */
export type Leavings = {
  name: string
  list: string
  member: string
  removal: (item: Data) => Removal
  /** Other things go with it. */
  isFirst?: true
}

/** Calls for the agent that the values are for, and answers what it got. */
type Ask = (method: string, path: string, payload: Data) => Promise<Data>

/** What the suite must know of a family to try all that it tries of every family. */
type Family<Refusals extends Record<string, Refusal>> = {
  /** Those of its own that are checked. */
  refusals?: Refusals
  leaves?: Leavings
  /** By the names of parameters, what names nothing, where a run makes no such thing. */
  unmade?: Record<string, unknown>
  /** Makes things, and answers sound values by the names of parameters. */
  values?: (ask: Ask) => Promise<Record<string, unknown>>
}

export const defineLeavings = <const Refusals extends Record<string, Refusal> = Record<never, never>>({
  refusals,
  leaves,
  unmade = {},
  values,
}: Family<Refusals>) => ({
  refusals: refusals ?? ({} as Refusals),
  leaves: leaves ? [leaves] : [],
  unmade,
  values: values ? [values] : [],
})
