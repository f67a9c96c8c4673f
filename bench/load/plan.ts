/** The input of the generator. Everything is prepared before the clock starts. */
export type Plan = SignedPlan | GivenPlan

export interface SignedPlan {
  kind: 'signed'
  host: string
  method: 'GET' | 'POST'
  path: string
  /** A message goes to one and the same partner of its author, a first one to any agent: below the plan's path. */
  payload: 'none' | 'plain post' | 'full post' | 'message' | 'first message' | readonly Choice[]
  /** Where a plain post stands; on the author's profile, if that is not said. */
  space_id?: string
  /** As many agents sign, at random or each in turn, from number `from` on, which is 0 if that is not said. */
  agents: number
  from?: number
  /** The path of each request, if they differ from the plan's. */
  paths?: readonly string[]
  order: 'random' | 'each'
  count: number
}

/** One of these at random is what a request says, and how and where it goes if not by the plan's method and path. */
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

/** `count` requests, from the first again where they run out; only a server that knows no replays takes that. */
export interface Volley {
  port: number
  inFlight: number
  count: number
  /** From so many addresses in turn, each request over a connection of its own. */
  spread?: number | undefined
}

export interface Fired {
  elapsedMs: number
  p50Ms: number
  p99Ms: number
  /** The generator's own CPU for each request. */
  generatorUs: number
  /** How many answers were not 2xx, and the first of them. */
  failed: number
  failure: string
}

/** Polls at a steady pace, each from one of so many addresses over a connection of its own. */
export interface HerdTerms {
  port: number
  perSecond: number
  addresses: number
}

/** A poll in ms since the first one was due: when it was sent, and how long it took; `null` where nobody answered. */
export interface Poll {
  at: number
  ms: number | null
}
