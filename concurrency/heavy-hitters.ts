// Finds clients that use much more than others who call at the same time. Their first call needs room as any additional
// one does. A client is compared only with the clients that called in the last RECENT_MS: among equals, or alone,
// nobody is heavy.
import { currentUsage, decayedScore, meanInterval, type SchedulerClient } from './fair-queue.ts'

/** Some four calls a second, or fewer that cost more. Less is never heavy, however little others use. */
const HEAVY_USAGE = 5
/** An address stands for many clients that cannot be told apart yet. */
const HEAVY_USAGE_OF_ADDRESS = 20
/** Clients compared with, the latest callers. */
const SAMPLE_SIZE = 128
const RELIST_AFTER_MS = 50
const RECENT_MS = 300
/**
 * At least this many others, and this share of the sample, must use less than HEAVY_USAGE and call a third as often.
 */
const LIGHT_CLIENTS = 2
const LIGHT_PART = 1 / 8
const LIGHT_RATE = 1 / 3
/** The longest interval between two calls that counts. */
export const MAX_INTERVAL_MS = 1_000
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
  /** The most recent clients, almost at the end: a client that calls often is not moved each time. */
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
