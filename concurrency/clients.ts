// The clients of the scheduler: the recent use of each, as a score that halves every second, and which are heavy hitters,
// that is, use much more than others at the same time. A heavy hitter's first call has to wait for capacity, like everybody's
// further calls. A client is compared only with clients of the last RECENT_MS: among equals, or alone, none is heavy.

/** A long page, many calls at once, or anything else. */
export type CallKind = 'call' | 'page' | 'batch'

export interface CallClass {
  kind: CallKind
  /** Calls with this name cost alike. */
  name: string
}

export interface SchedulerClient {
  name: string
  isAgent: boolean
  /** `decayedScore` of what it used lately. */
  score: number
  /** When it called last, and its mean interval between calls. */
  calledAt: number
  interval: number
  /** When it was put into the sample of recent callers. */
  listedAt: number
  /** What its latest calls cost. */
  weight: number
  /** Response bytes of its latest calls, by kind. */
  readonly sizes: Partial<Record<CallKind, number>>
  /** Its calls in flight. */
  running: number
  /** In the order in which they start. */
  waiting: QueuedCall[]
  /** The round of its latest call that started. */
  round: number
  /** Bytes that its waiting calls hold. */
  held: number
}

export interface QueuedCall extends CallClass {
  /** Who the call says it is from; claimants of one client take turns. */
  claimant: string
  /** Each claimant has one call in a round. */
  round: number
  held: number
  start(): void
  refuse(error: Error): void
}

const HALF_LIFE_MS = 1_000

/** Usage as an exponentially decaying score: comparing two scores compares the usages at any later time. */
export const decayedScore = (usage: number, now: number) => Math.log2(usage) + now / HALF_LIFE_MS

/** The mean interval in ms between calls of cost 1 that amount to this usage. */
export const meanInterval = (usage: number) => HALF_LIFE_MS / (Math.LN2 * usage)

export const currentUsage = ({ score }: Pick<SchedulerClient, 'score'>, now: number) =>
  2 ** (score - now / HALF_LIFE_MS)

export const MAX_WEIGHT = 16
/** Until the cost of an agent's calls is known. Many clients stand behind an address. */
const FIRST_WEIGHT = MAX_WEIGHT
const FIRST_WEIGHT_OF_ADDRESS = 4
const MAX_CLIENTS = 20_000
/** Usage assumed of a new client: of many that are new at once, each is limited after two calls. */
const FIRST_USAGE = 3

/** Clients are agents, or else addresses. */
const AGENT_ID = /^[0-9a-f-]{36}$/

/** The clients that called last, the latest at the end. A client with calls is never evicted. */
export function createClients(clock: () => number) {
  const clients = new Map<string, SchedulerClient>()

  function evictOldest(): void {
    const [oldest] = clients.values()
    clients.delete(oldest!.name)
    if (hasCalls(oldest!)) clients.set(oldest!.name, oldest!)
  }

  return {
    get(name: string): SchedulerClient {
      let client = clients.get(name)
      if (!client) clients.set(name, (client = newClient(name, clock())))
      return client
    },
    /** Moves a client that has no call left to the end. */
    touch(client: SchedulerClient): void {
      if (hasCalls(client) || clients.get(client.name) !== client) return
      clients.delete(client.name)
      clients.set(client.name, client)
      if (clients.size > MAX_CLIENTS) evictOldest()
    },
  }
}

const hasCalls = ({ running, waiting }: SchedulerClient) => running > 0 || waiting.length > 0

const newClient = (name: string, now: number, isAgent = AGENT_ID.test(name)): SchedulerClient => ({
  name,
  isAgent,
  weight: isAgent ? FIRST_WEIGHT : FIRST_WEIGHT_OF_ADDRESS,
  sizes: {},
  running: 0,
  round: 0,
  score: decayedScore(FIRST_USAGE, now),
  calledAt: Number.NEGATIVE_INFINITY,
  listedAt: Number.NEGATIVE_INFINITY,
  interval: MAX_INTERVAL_MS,
  waiting: [],
  held: 0,
})

/** Some four calls a second, or fewer that cost more. Less is never heavy, however little others use. */
const HEAVY_USAGE = 5
/** An address stands for many clients that cannot be distinguished yet. */
const HEAVY_USAGE_OF_ADDRESS = 20
/** Clients compared with, the latest callers. */
const SAMPLE_SIZE = 128
const RELIST_AFTER_MS = 50
const RECENT_MS = 300
/** So many others, and such a part of the sample, must use less than HEAVY_USAGE and call a third as often. */
const LIGHT_CLIENTS = 2
const LIGHT_PART = 1 / 8
const LIGHT_RATE = 1 / 3
/** The longest interval between two calls that counts. */
const MAX_INTERVAL_MS = 1_000
/** The weight of the last interval in the moving average. */
const SMOOTHING = 0.3

export function createHeavyHitters() {
  const recent = createRecentClients()
  return {
    /** Records a call of the client. */
    record: recent.record,
    isHeavy(client: SchedulerClient, now: number): boolean {
      const usage = currentUsage(client, now) + client.running + client.waiting.length
      const threshold = client.isAgent ? HEAVY_USAGE : HEAVY_USAGE_OF_ADDRESS
      return usage >= threshold && recent.othersAreLight(meanInterval(usage * LIGHT_RATE), now)
    },
  }
}

function createRecentClients() {
  /** The latest nearly at the end: a client that calls often is not moved each time. */
  const sample = new Set<SchedulerClient>()
  return {
    record(client: SchedulerClient, now: number): void {
      const interval = Math.min(now - client.calledAt, MAX_INTERVAL_MS)
      client.interval = client.interval * (1 - SMOOTHING) + interval * SMOOTHING
      client.calledAt = now
      if (now - client.listedAt < RELIST_AFTER_MS) return
      client.listedAt = now
      if (!sample.delete(client) && sample.size === SAMPLE_SIZE) sample.delete(sample.values().next().value!)
      sample.add(client)
    },
    /** Whether enough recent callers have at least this interval between their calls. */
    othersAreLight(interval: number, now: number): boolean {
      const heavy = decayedScore(HEAVY_USAGE, now)
      let seen = 0
      let light = 0
      for (const other of sample) {
        if (now - other.calledAt >= RECENT_MS) continue
        seen++
        if (other.interval >= interval && other.score < heavy) light++
      }
      return light >= LIGHT_CLIENTS && light >= seen * LIGHT_PART
    },
  }
}
