const KB = 1_024
const MB = 1_024 * KB
const SECOND = 1_000

export interface ResourceLimit {
  limit: number
  unit: 'bytes' | 'ms' | 'number' | 'percent'
  /** Clients whose use is added up together. */
  of: 'request' | 'agent' | 'client' | 'address' | 'process' | 'installation'
  reason: string
}

/**
 * Limits on what clients can make the server hold or do. Each is checked before the cost is paid: beyond it, the
 * request that caused it is rejected, or what it left open is closed, and no other client is affected. They apply
 * regardless of `RATE_LIMITS`.
 */
export const RESOURCE_LIMITS = {
  body_bytes: {
    limit: 64 * MB,
    unit: 'bytes',
    of: 'process',
    reason: 'request bodies being received; over it the one that started first ends with 408',
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
    reason: 'a body of which nothing arrives for this long ends with 408',
  },
  body_time: {
    limit: 20 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a body that is incomplete after this ends with 408: 512 KB take 200 kbit/s',
  },
  linger_bytes: {
    limit: 16 * MB,
    unit: 'bytes',
    of: 'request',
    reason: 'read and discarded of a request that was refused meanwhile, so that its client reads the response',
  },
  linger_pause: {
    limit: 2 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a connection whose refused request continues, and of which nothing arrives for this long, is closed',
  },
  linger_time: {
    limit: 10 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'the same, however much arrives',
  },
  lingering: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason: 'connections whose refused request continues; over it the one lingering longest is closed',
  },
  lingering_of_address: {
    limit: 32,
    unit: 'number',
    of: 'address',
    reason: 'the same, for one address',
  },
  cached_pages: {
    limit: 32 * MB,
    unit: 'bytes',
    of: 'process',
    reason:
      'pages that are the same for everybody, cached for some seconds; over it the least recently used is evicted',
  },
  cached_previews: {
    limit: 16 * MB,
    unit: 'bytes',
    of: 'process',
    reason: 'images for link previews; over it the least recently used is evicted',
  },
  previews: {
    limit: 32,
    unit: 'number',
    of: 'process',
    reason: 'images for link previews that are being drawn or wait for it; each takes 0.1 s of a thread',
  },
  unread_bytes: {
    limit: 96 * MB,
    unit: 'bytes',
    of: 'process',
    reason: 'responses that clients do not read; over it the connection waiting longest is closed',
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
    reason: 'the same, for one agent: two of the largest responses',
  },
  unread_pause: {
    limit: 10 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a connection that reads nothing of its response for this long is closed',
  },
  unread_time: {
    limit: 60 * SECOND,
    unit: 'ms',
    of: 'request',
    reason: 'a connection that has not read its whole response by then is closed: 3 MB take 400 kbit/s',
  },
  list_bytes: {
    limit: 1_000_000,
    unit: 'bytes',
    of: 'request',
    reason: 'a page of a list; a longer one ends early, with its cursor',
  },
  mcp_bytes: {
    limit: 3_000_000,
    unit: 'bytes',
    of: 'request',
    reason:
      'an MCP response, which carries every result twice, or a whole batch; over it a call returns payload-too-large',
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
    reason: 'errors reported for one input: 85,000 unknown keys made a response of 29 MB',
  },
  input_values: {
    limit: 10_000,
    unit: 'number',
    of: 'request',
    reason: 'values in the JSON of a body: 76,000 members took 140 ms to parse',
  },
  input_items: {
    limit: 1_000,
    unit: 'number',
    of: 'request',
    reason: 'items of one list in an input, before the limit of the tool: every one of them would be validated',
  },
  calls: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason: 'calls in flight; of those that wait, the one whose client used least starts next',
  },
  large_calls: {
    limit: 1,
    unit: 'number',
    of: 'process',
    reason:
      'of those, calls whose kind had responses of 256 KB and more lately, of the client, or of others if it had none: more at once would not finish sooner',
  },
  additional_calls: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason:
      'of those, calls beyond the first of a client, or of clients that used much more than others lately: two, and as many as do not slow each other down',
  },
  queued_calls_of_client: {
    limit: 1_024,
    unit: 'number',
    of: 'client',
    reason: 'waiting calls; more get 429',
  },
  queued_bytes_of_client: {
    limit: 8 * MB,
    unit: 'bytes',
    of: 'client',
    reason: 'bodies of waiting calls; more get 429',
  },
  queued_calls: {
    limit: 4_096,
    unit: 'number',
    of: 'process',
    reason: 'the same for all clients; over it the latest call of whoever has most waiting gets 429',
  },
  queued_bytes: {
    limit: 64 * MB,
    unit: 'bytes',
    of: 'process',
    reason: 'bodies of waiting calls; over it the latest call of whoever has most bytes waiting gets 429',
  },
  streams_of_agent: {
    limit: 32,
    unit: 'number',
    of: 'agent',
    reason: 'open streams at one process; more get 429',
  },
  streams: {
    limit: 70,
    unit: 'percent',
    of: 'process',
    reason: 'open streams, of its connections; more get 503',
  },
  waits_of_agent: {
    limit: 16,
    unit: 'number',
    of: 'agent',
    reason: 'calls that wait for what others do, at one process; one more returns at once',
  },
  waits: {
    limit: 5_100,
    unit: 'number',
    of: 'process',
    reason: 'the same for all agents',
  },
  connections: {
    limit: 40_000,
    unit: 'number',
    of: 'process',
    reason: 'open connections, or as many as file descriptors allow; over it the one idle longest is closed',
  },
  pipelined_requests: {
    limit: 16,
    unit: 'number',
    of: 'request',
    reason: 'requests sent on a connection before their responses; more close it: 64 KB hold hundreds of them',
  },
  connections_of_address: {
    limit: 75,
    unit: 'percent',
    of: 'address',
    reason: 'connections of one address, of those',
  },
  client_documents: {
    limit: 64,
    unit: 'number',
    of: 'process',
    reason:
      'metadata documents of OAuth clients being fetched, at most 4 from one host and for one address; one more is refused',
  },
  key_directories: {
    limit: 16,
    unit: 'number',
    of: 'process',
    reason: 'key directories of A2A clients elsewhere being fetched; over it their calls prove nothing',
  },
  export_bytes: {
    limit: 1_024 * MB,
    unit: 'bytes',
    of: 'agent',
    reason: 'compressed archive of an export; one that is larger ends there, and its manifest says so',
  },
  imports: {
    limit: 2,
    unit: 'number',
    of: 'process',
    reason: 'archives being imported, each up to 8 MB and a file of it; one more gets 503',
  },
  delivery_agents: {
    limit: 10_000,
    unit: 'number',
    of: 'process',
    reason:
      'agents whose fetched events are collected for a second, some 2 KB each; of one more, deliveries are recorded once it acknowledges',
  },
  present_agents: {
    limit: 100_000,
    unit: 'number',
    of: 'process',
    reason:
      'agents whose calls of a minute show their presence, some 200 bytes each; of one more, none does in this minute',
  },
  endpoint_checks: {
    limit: 64,
    unit: 'number',
    of: 'process',
    reason: 'endpoints of services being checked on request, each for at most 20 s; one more gets 503',
  },
  unused_clients: {
    limit: 100_000,
    unit: 'number',
    of: 'installation',
    reason: 'OAuth clients that no agent has authorized; over it the least recently used are deleted',
  },
  spare_descriptors: {
    limit: 256,
    unit: 'number',
    of: 'process',
    reason: 'file descriptors reserved for the database, files and logs; connections get the rest',
  },
  schema_steps: {
    limit: 1_500_000,
    unit: 'number',
    of: 'request',
    reason: 'steps to validate data against the schema of a service, some 50 ms; over it the data is rejected',
  },
} as const satisfies Record<string, ResourceLimit>

export type ResourceLimitName = keyof typeof RESOURCE_LIMITS

/** How much of each limit a process uses, and how often it rejected something: for the metrics. */
export interface LimitUsage {
  watch(name: ResourceLimitName, used: () => number): void
  recordRejection(name: ResourceLimitName): void
  used(): [ResourceLimitName, number][]
  rejections: ReadonlyMap<ResourceLimitName, number>
}

export function createLimitUsage(): LimitUsage {
  const readers = new Map<ResourceLimitName, () => number>()
  const rejections = new Map<ResourceLimitName, number>()
  return {
    watch(name, used) {
      readers.set(name, used)
      rejections.set(name, 0)
    },
    recordRejection: name => void rejections.set(name, (rejections.get(name) ?? 0) + 1),
    used: () => [...readers].map(([name, used]) => [name, used()]),
    rejections,
  }
}
