import type { Data } from './clients/http.ts'

/** Status and code. */
export type Refusal = readonly [status: number, code?: string]

export type Removal = { path: string; payload?: Data }

/** A kind of object that a run leaves behind: how an agent lists its own and deletes one. */
export type Deletable = {
  name: string
  list: string
  member: string
  removal: (item: Data) => Removal
  /** Deleting it deletes other objects too. */
  isFirst?: true
}

/** Calls as the agent that owns the values, and returns the answers. */
type Ask = (method: string, path: string, payload: Data) => Promise<Data>

/** What the suite must know of a resource family to test the rules that apply to every family. */
type Family<Refusals extends Record<string, Refusal>> = {
  /** The family's own refusals that are checked. */
  refusals?: Refusals
  deletable?: Deletable
  /** By parameter name: values that identify nothing, where a run creates no such object. */
  unmade?: Record<string, unknown>
  /** Creates objects, and returns valid values by parameter name. */
  values?: (ask: Ask) => Promise<Record<string, unknown>>
}

export const defineResource = <const Refusals extends Record<string, Refusal> = Record<never, never>>({
  refusals,
  deletable,
  unmade = {},
  values,
}: Family<Refusals>) => ({
  refusals: refusals ?? ({} as Refusals),
  deletable: deletable ? [deletable] : [],
  unmade,
  values: values ? [values] : [],
})
