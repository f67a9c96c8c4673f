// The calls that wait, by client. The next one is that of the client that used least lately; usage decays by half each
// second. Within a client that stands for many (an address), claimants take turns. Invariant: over a limit on waiting calls
// or bytes, the latest call of the client with most of them waiting is refused, and nobody else.
import type { CallClass, QueuedCall, SchedulerClient } from './clients.ts'
import { type LimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from './resource-limits.ts'

/** Decides whether a call may start in addition to those in flight. */
export interface StartPolicy {
  canStart(client: SchedulerClient, next: CallClass): boolean
  isFirst(client: SchedulerClient): boolean
  hasCapacity(client: SchedulerClient): boolean
}

/** Makes the errors of calls that never start. */
export interface QueueErrors {
  queueFull(): Error
  disconnected(): Error
}

export function createFairQueue(
  { watch, recordRejection }: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  { queueFull }: Pick<QueueErrors, 'queueFull'>,
) {
  const { clients, total, insert, remove } = createQueues()
  watch('queued_calls', () => total.calls)
  watch('queued_bytes', () => total.bytes)

  function rejection(limit: ResourceLimitName): Error {
    recordRejection(limit)
    return queueFull()
  }

  /** Refuses the latest call of whoever has most waiting; throws if that is this client. */
  function evict(
    client: SchedulerClient,
    limit: ResourceLimitName,
    amountOf: (client: SchedulerClient) => number,
  ): void {
    const largest = [...clients].reduce((a, b) => (amountOf(b) > amountOf(a) ? b : a), client)
    if (largest === client) throw rejection(limit)
    const latest = largest.waiting.at(-1)!
    remove(largest, latest)
    latest.refuse(rejection(limit))
  }

  return {
    /** How many calls wait, and what they hold. */
    waiting: total as Readonly<typeof total>,
    /** Returns the removal of the call, which returns whether it still waited. */
    add(client: SchedulerClient, input: Omit<QueuedCall, 'round'>): () => boolean {
      const call = { ...input, round: roundOf(client, input.claimant) }
      const exceeded = exceededLimit(client, call)
      if (exceeded) throw rejection(exceeded)
      if (total.calls >= RESOURCE_LIMITS.queued_calls.limit) {
        evict(client, 'queued_calls', one => one.waiting.length)
      }
      if (total.bytes + call.held > RESOURCE_LIMITS.queued_bytes.limit) evict(client, 'queued_bytes', one => one.held)
      insert(client, call)
      return () => remove(client, call)
    },
    /** Returns false if no call may start. */
    startNext(policy: StartPolicy): boolean {
      const client = nextClient(clients, policy)
      if (!client) return false
      const next = client.waiting[0]!
      client.round = next.round
      remove(client, next)
      next.start()
      return true
    },
  }
}

function createQueues() {
  const clients = new Set<SchedulerClient>()
  const total = { calls: 0, bytes: 0 }
  return {
    clients,
    total,
    insert(client: SchedulerClient, call: QueuedCall): void {
      client.waiting.splice(client.waiting.findLastIndex(({ round }) => round <= call.round) + 1, 0, call)
      client.held += call.held
      clients.add(client)
      total.calls++
      total.bytes += call.held
    },
    /** Returns whether the call still waited. */
    remove(client: SchedulerClient, call: QueuedCall): boolean {
      const index = client.waiting.indexOf(call)
      if (index < 0) return false
      client.waiting.splice(index, 1)
      client.held -= call.held
      if (client.waiting.length === 0) clients.delete(client)
      total.calls--
      total.bytes -= call.held
      return true
    },
  }
}

function exceededLimit({ waiting, held }: SchedulerClient, call: QueuedCall): ResourceLimitName | undefined {
  if (waiting.length >= RESOURCE_LIMITS.queued_calls_of_client.limit) return 'queued_calls_of_client'
  return held + call.held > RESOURCE_LIMITS.queued_bytes_of_client.limit ? 'queued_bytes_of_client' : undefined
}

/** After the latest call of the same claimant. */
function roundOf({ waiting, round }: SchedulerClient, claimant: string): number {
  const latest = waiting.findLast(one => one.claimant === claimant)
  return (latest?.round ?? round) + 1
}

/** The client that used least. Only it may take a slot of the adaptive limit, so that a heavy call does not starve. */
function nextClient(
  queued: ReadonlySet<SchedulerClient>,
  { canStart, isFirst, hasCapacity }: StartPolicy,
): SchedulerClient | undefined {
  let first: SchedulerClient | undefined
  let additional: SchedulerClient | undefined
  for (const client of queued) {
    if (!canStart(client, client.waiting[0]!)) continue
    if (isFirst(client)) first = lighter(first, client)
    else additional = lighter(additional, client)
  }
  return additional && hasCapacity(additional) ? lighter(first, additional) : first
}

const lighter = (one: SchedulerClient | undefined, other: SchedulerClient) =>
  one && one.score <= other.score ? one : other
