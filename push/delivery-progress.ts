import type { Logger } from 'pino'
import { coalesce } from '../concurrency/coalesced-task.ts'
import { type LimitUsage, RESOURCE_LIMITS } from '../concurrency/resource-limits.ts'
import type { Queryable } from '../storage/db/db.ts'
import { type EventRange, insertProgress } from '../storage/deliveries/event-progress.ts'

/**
 * Records which events agents have fetched. A poll or a stream costs nothing: ranges are collected in memory, joined
 * where they continue each other, and written together a moment later. What is lost with a process was fetched all the
 * same; its senders see it as delivered once it is acknowledged.
 */
export interface DeliveryProgress {
  /** An agent has fetched its events after one number up to another. */
  note(agentId: string, afterSeq: number, upToSeq: number): void
  /** Writes what was collected. */
  flush(): Promise<void>
  /** Writes a last time. */
  stop(): Promise<void>
}

const COLLECTED_MS = 1_000
/** Of one agent; an honest one has few. */
const RANGES_EACH = 20

interface ProgressParts {
  db: Queryable
  clock(): number
  log: Logger
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>
}

export function createDeliveryProgress({ db, clock, log, limitUsage }: ProgressParts): DeliveryProgress {
  let collected = new Map<string, EventRange[]>()
  let timer: NodeJS.Timeout | undefined
  limitUsage.watch('delivery_agents', () => collected.size)

  const flushing = coalesce('recording deliveries of events', log, async () => {
    clearTimeout(timer)
    timer = undefined
    const ranges = [...collected.values()].flat()
    collected = new Map()
    if (ranges.length > 0) await insertProgress(db, ranges, { is_acknowledged: false, now: new Date(clock()) })
  })

  return {
    note(agent_id, after_seq, up_to_seq) {
      const ranges = collected.get(agent_id) ?? []
      const last = ranges.at(-1)
      if (!last && collected.size >= RESOURCE_LIMITS.delivery_agents.limit) {
        return limitUsage.recordRejection('delivery_agents')
      }
      if (last && after_seq <= last.up_to_seq && after_seq >= last.after_seq) {
        last.up_to_seq = Math.max(last.up_to_seq, up_to_seq)
      } else if (ranges.length < RANGES_EACH) {
        collected.set(agent_id, [...ranges, { agent_id, after_seq, up_to_seq }])
      }
      timer ??= setTimeout(flushing.runLogged, COLLECTED_MS).unref()
    },
    flush: flushing.run,
    async stop() {
      await flushing.runLogged()
      clearTimeout(timer)
    },
  }
}
