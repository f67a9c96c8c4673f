const KB = 1_024
const MB = 1_024 * KB
const SECOND = 1_000

export interface Budget {
  limit: number
  unit: 'bytes' | 'ms' | 'number' | 'percent'
  /** Whose use is added up. */
  of: 'request' | 'agent' | 'client' | 'address' | 'process' | 'installation'
  reason: string
}

/**
 * What may be spent, judged before it is: over it the one who asked is refused, or what it left lying is ended, and
 * nobody else notices. They hold whatever `RATE_LIMITS` says.
 */
export const BUDGETS = {
  body_bytes: {
    limit: 64 * MB,
    unit: 'bytes',
    of: 'process',
    reason: 'bodies that are still arriving; over it the one under way for longest ends with 408',
  },
  body_bytes_of_address: {
    limit: 16 * MB,
    unit: 'bytes',
    of: 'address',
    reason: 'the same, for one address',
  },
  body_pause: {
    limit: 5 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a body of which nothing comes for so long ends with 408',
  },
  body_time: {
    limit: 20 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a body that is not whole by then ends with 408: 512 KB take 200 kbit/s',
  },
  linger_bytes: {
    limit: 16 * MB,
    unit: 'bytes',
    of: 'request',
    reason: 'read on and thrown away of a request that was refused meanwhile, so that its client reads the answer',
  },
  linger_pause: {
    limit: 2 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a connection whose refused request goes on, and of which nothing comes for so long, ends',
  },
  linger_time: {
    limit: 10 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'the same, however much comes',
  },
  lingering: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason: 'connections whose refused request goes on; over it the one that does so for longest ends',
  },
  lingering_of_address: {
    limit: 32,
    unit: 'number',
    of: 'address',
    reason: 'the same, for one address',
  },
  kept_pages: {
    limit: 32 * MB,
    unit: 'bytes',
    of: 'process',
    reason:
      'pages that everybody is shown alike, for some seconds; over it the one that was not asked for longest is made anew',
  },
  unread_bytes: {
    limit: 96 * MB,
    unit: 'bytes',
    of: 'process',
    reason: 'answers that clients do not take; over it the connection that waits for longest ends',
  },
  unread_bytes_of_address: {
    limit: 48 * MB,
    unit: 'bytes',
    of: 'address',
    reason: 'the same, for one address',
  },
  unread_bytes_of_agent: {
    limit: 8 * MB,
    unit: 'bytes',
    of: 'agent',
    reason: 'the same, for one agent: two of the largest answers',
  },
  unread_pause: {
    limit: 10 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a connection that takes nothing of its answer for so long ends',
  },
  unread_time: {
    limit: 60 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a connection that has not taken its whole answer by then ends: 3 MB take 400 kbit/s',
  },
  list_bytes: {
    limit: 1_000_000,
    unit: 'bytes',
    of: 'request',
    reason: 'a page of a list; it ends early, with its cursor',
  },
  mcp_bytes: {
    limit: 3_000_000,
    unit: 'bytes',
    of: 'request',
    reason:
      'an MCP answer, which carries every result twice, or all of a batch; over it a call answers payload-too-large',
  },
  batch_calls: {
    limit: 10,
    unit: 'number',
    of: 'request',
    reason: 'messages of a JSON-RPC batch, run one after another',
  },
  input_faults: {
    limit: 50,
    unit: 'number',
    of: 'request',
    reason: 'faults told of one input: 85,000 unknown keys made an answer of 29 MB',
  },
  input_values: {
    limit: 10_000,
    unit: 'number',
    of: 'request',
    reason: 'values in the JSON of a body: 76,000 members took 140 ms to read',
  },
  input_items: {
    limit: 1_000,
    unit: 'number',
    of: 'request',
    reason: 'items of one list in an input, ahead of what each tool takes: every one of them would be checked',
  },
  turns: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason: 'calls under way; of those that wait, the one whose client used least goes next',
  },
  turns_large: {
    limit: 1,
    unit: 'number',
    of: 'process',
    reason:
      'of those, the ones whose like had 256 KB and more lately, of the client, or of others where it had none: more at once would not be done sooner',
  },
  turns_further: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason:
      'of those, the ones beyond the first of a client, or of clients who took much more than others lately: two, and as many as are not slowed by each other',
  },
  turns_waiting_of_client: {
    limit: 1_024,
    unit: 'number',
    of: 'client',
    reason: 'calls that wait for their turn; more are 429',
  },
  turns_waiting_bytes_of_client: {
    limit: 8 * MB,
    unit: 'bytes',
    of: 'client',
    reason: 'bodies of those calls; more are 429',
  },
  turns_waiting: {
    limit: 4_096,
    unit: 'number',
    of: 'process',
    reason: 'the same for all clients; over it the latest of whoever has most waiting is 429',
  },
  turns_waiting_bytes: {
    limit: 64 * MB,
    unit: 'bytes',
    of: 'process',
    reason: 'bodies of those calls; over it the latest of whoever has most of them waiting is 429',
  },
  streams_of_agent: {
    limit: 32,
    unit: 'number',
    of: 'agent',
    reason: 'open streams at one process; more are 429',
  },
  streams: {
    limit: 70,
    unit: 'percent',
    of: 'process',
    reason: 'open streams, of its connections; more are 503',
  },
  waits_of_agent: {
    limit: 16,
    unit: 'number',
    of: 'agent',
    reason: 'calls that wait for what others do, at one process; one more is answered at once',
  },
  waits: {
    limit: 2_000,
    unit: 'number',
    of: 'process',
    reason: 'the same for all agents',
  },
  connections: {
    limit: 40_000,
    unit: 'number',
    of: 'process',
    reason: 'open connections, or as many as there are descriptors for; over it the one idle for longest gives way',
  },
  requests_ahead: {
    limit: 16,
    unit: 'number',
    of: 'request',
    reason: 'requests sent on a connection ahead of their answers; with more it ends: 64 KB hold hundreds of them',
  },
  connections_of_address: {
    limit: 75,
    unit: 'percent',
    of: 'address',
    reason: 'the same for one address, of those',
  },
  client_documents: {
    limit: 64,
    unit: 'number',
    of: 'process',
    reason:
      'documents of OAuth clients that are being read, at most 4 of a host and for an address; one more is refused',
  },
  endpoint_checks: {
    limit: 64,
    unit: 'number',
    of: 'process',
    reason: 'endpoints of services that are being checked on request, each for at most 20 s; one more is 503',
  },
  unused_clients: {
    limit: 100_000,
    unit: 'number',
    of: 'installation',
    reason: 'OAuth clients that no agent let act for it; over it those that nobody came with for longest are forgotten',
  },
  spare_descriptors: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason: 'kept for the database, files and logs: connections get what the system allows beyond them',
  },
  schema_steps: {
    limit: 1_500_000,
    unit: 'number',
    of: 'request',
    reason: 'data is checked against the schema of a service in so many steps, some 50 ms; over it the data is refused',
  },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof BUDGETS

/** How much of each budget a process uses, and how often it was overdrawn: for the metrics. */
export interface BudgetUse {
  watch(name: BudgetName, used: () => number): void
  overdraw(name: BudgetName): void
  used(): [BudgetName, number][]
  overdrawn: ReadonlyMap<BudgetName, number>
}

export function openBudgetUse(): BudgetUse {
  const readers = new Map<BudgetName, () => number>()
  const overdrawn = new Map<BudgetName, number>()
  return {
    watch(name, used) {
      readers.set(name, used)
      overdrawn.set(name, 0)
    },
    overdraw: name => void overdrawn.set(name, (overdrawn.get(name) ?? 0) + 1),
    used: () => [...readers].map(([name, used]) => [name, used()]),
    overdrawn,
  }
}
