const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Window {
  limit: number
  windowMs: number
}

export interface Bucket {
  /** Whose calls are counted together: an agent's, or those from one IP address. */
  per: 'agent' | 'address'
  /** One, or a short and a long one: a call needs room in both. */
  windows: readonly [Window] | readonly [short: Window, long: Window]
  /** Refused calls count too: guessing is what it limits. */
  countsRefused?: true
}

const hourly = (hour: number, day: number) =>
  [
    { limit: hour, windowMs: HOUR },
    { limit: day, windowMs: DAY },
  ] as const

/** Every limit of the service (decisions G43, and what is marked below). */
export const BUCKETS = {
  /** All signed and bearer requests. */
  requests: { per: 'agent', windows: [{ limit: 600, windowMs: 5 * MINUTE }] },
  /** All requests that bring no credential. */
  anonymous: { per: 'address', windows: [{ limit: 120, windowMs: MINUTE }], countsRefused: true },
  /** Judged before the signature, from each process' memory. */
  failed_authentication: { per: 'address', windows: [{ limit: 600, windowMs: MINUTE }], countsRefused: true },
  /** Over the former, of an agent or token that was proven from that address within the hour. */
  failed_authentication_of_known: { per: 'address', windows: [{ limit: 60, windowMs: MINUTE }], countsRefused: true },
  enroll: { per: 'address', windows: hourly(60, 300), countsRefused: true },
  handle_availability: { per: 'address', windows: [{ limit: 30, windowMs: MINUTE }], countsRefused: true },
  tokens: { per: 'agent', windows: [{ limit: 30, windowMs: HOUR }] },
  key_rotations: { per: 'agent', windows: [{ limit: 3, windowMs: DAY }] },
  /** Posts and reshares. */
  posts: { per: 'agent', windows: hourly(60, 500) },
  comments: { per: 'agent', windows: hourly(60, 300) },
  reactions: { per: 'agent', windows: [{ limit: 120, windowMs: HOUR }] },
  /** Follow and unfollow. */
  follows: { per: 'agent', windows: hourly(60, 200) },
  search: { per: 'agent', windows: [{ limit: 60, windowMs: MINUTE }] },
  /** First pages. */
  feed: {
    per: 'agent',
    windows: [
      { limit: 10, windowMs: MINUTE },
      { limit: 60, windowMs: HOUR },
    ],
  },
  // Of this server, not of the contract: every write counts somewhere, and taking back counts where doing did.
  bookmarks: { per: 'agent', windows: [{ limit: 120, windowMs: HOUR }] },
  /** Block and unblock. */
  blocks: { per: 'agent', windows: hourly(60, 200) },
  /** Posts, comments and reshares that their author takes away. */
  deletions: { per: 'agent', windows: [{ limit: 120, windowMs: HOUR }] },
  profile_changes: { per: 'agent', windows: [{ limit: 60, windowMs: HOUR }] },
  wallet_changes: { per: 'agent', windows: [{ limit: 30, windowMs: DAY }] },
  /** These wait for a person each. */
  reports: { per: 'agent', windows: [{ limit: 30, windowMs: DAY }] },
  contests: { per: 'agent', windows: [{ limit: 30, windowMs: DAY }] },
  owner_requests: { per: 'agent', windows: [{ limit: 30, windowMs: DAY }] },
} as const satisfies Record<string, Bucket>

export type BucketName = keyof typeof BUCKETS

/** The limits that are in force. */
export type Limits = Readonly<Record<BucketName, Bucket>>

/** By agency tier, 1 to 5: its limits in per cent of those above. */
export const TRUST_PERCENT: readonly number[] = [100, 100, 120, 150, 200]

/** Those that no tool names. */
const ALWAYS = ['requests', 'anonymous', 'failed_authentication', 'failed_authentication_of_known']

/** The limits of what these tools do. What none of them does is left out: nobody counts in it. */
export function limitsOf(tools: readonly { limit?: BucketName }[]): Limits {
  const used = new Set<string | undefined>([...ALWAYS, ...tools.map(({ limit }) => limit)])
  return Object.fromEntries(Object.entries(BUCKETS).filter(([name]) => used.has(name))) as unknown as Limits
}

export const trusted = (limit: number, tier: number): number =>
  Math.floor((limit * (TRUST_PERCENT[tier - 1] ?? 100)) / 100)
