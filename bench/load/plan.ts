/** The input of the load generator. Everything is prepared before the clock starts. */
export type Plan = SignedPlan | GivenPlan

export interface SignedPlan {
  kind: 'signed'
  host: string
  method: 'GET' | 'POST'
  path: string
  /**
   * A `message` goes to a fixed partner of its author, a `first message` to any agent, at paths below the plan's path.
   */
  payload: 'none' | 'plain post' | 'full post' | 'message' | 'first message' | readonly Choice[]
  /** The space of a plain post; by default, the author's profile. */
  space_id?: string
  /** The number of agents that sign, at random or in turn, from number `from` (default 0) on. */
  agents: number
  from?: number
  /** The path of each request, instead of the plan's. */
  paths?: readonly string[]
  order: 'random' | 'each'
  count: number
}

/** A request, chosen at random; its method and path default to the plan's. */
export interface Choice {
  method?: 'GET' | 'POST'
  path?: string
  payload: object | 'plain post' | 'full post'
}

export interface GivenPlan {
  kind: 'given'
  requests: string[]
}

export type Order =
  | { id: number; kind: 'keys'; keys: string[] }
  | { id: number; kind: 'load'; name: string; plan: Plan }
  | { id: number; kind: 'fire'; name: string; volley: Volley }
  | { id: number; kind: 'drive'; name: string; terms: HerdTerms }

/** `count` requests, repeated from the first if there are fewer; requires a server that accepts replays. */
export interface Volley {
  port: number
  inFlight: number
  count: number
  /** Sends from this many addresses in turn, each request over a new connection. */
  spread?: number | undefined
}

export interface Fired {
  elapsedMs: number
  p50Ms: number
  p99Ms: number
  /** The generator's own CPU time for each request. */
  generatorUs: number
  /** The number of responses that were not 2xx, and the first of them. */
  failed: number
  failure: string
}

/** Polls at a steady rate, each from one of this many addresses over a new connection. */
export interface HerdTerms {
  port: number
  perSecond: number
  addresses: number
}

/**
 * The times of a poll in ms: when it was sent, since the first was due, and its duration; `null` without a response.
 */
export interface Poll {
  at: number
  ms: number | null
}
