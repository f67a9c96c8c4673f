import type { Logger } from 'pino'
import { coalesce } from '../concurrency/coalesced-task.ts'
import { type LimitUsage, RESOURCE_LIMITS } from '../concurrency/resource-limits.ts'
import type { Queryable } from '../storage/db/db.ts'
import { recordSightings, type Sighting } from '../storage/presence/presence-rows.ts'

/**
 * Records the minutes in which agents call. A call costs nothing: the first of a minute is collected in memory, and
 * written with those of others a moment later; what is lost with a process, the next minute makes good.
 */
export interface PresenceRecorder {
  /** `isPoll`: it asked for what is new, or has a stream open. */
  note(agentId: string, isPoll: boolean): void
  /** Writes what was collected. */
  flush(): Promise<void>
  /** Writes a last time. */
  stop(): Promise<void>
}

const MINUTE_MS = 60_000
const COLLECTED_MS = 1_000

interface RecorderParts {
  db: Queryable
  clock(): number
  log: Logger
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>
}

export function createPresenceRecorder({ db, clock, log, limitUsage }: RecorderParts): PresenceRecorder {
  let minute = 0
  /** Whether an agent polled in this minute, or only called. */
  let noted = new Map<string, boolean>()
  let collected: Sighting[] = []
  let timer: NodeJS.Timeout | undefined
  limitUsage.watch('present_agents', () => noted.size)

  const flushing = coalesce('recording the presence of agents', log, async () => {
    clearTimeout(timer)
    timer = undefined
    const sightings = collected
    collected = []
    if (sightings.length > 0) await recordSightings(db, sightings)
  })

  return {
    note(agent_id, is_poll) {
      const now = Math.floor(clock() / MINUTE_MS)
      if (now !== minute) {
        minute = now
        noted = new Map()
      }
      const polled = noted.get(agent_id)
      if (polled === true || polled === is_poll) return
      if (polled === undefined && noted.size >= RESOURCE_LIMITS.present_agents.limit) {
        return limitUsage.recordRejection('present_agents')
      }
      noted.set(agent_id, is_poll)
      collected.push({ agent_id, at: new Date(minute * MINUTE_MS), is_poll })
      timer ??= setTimeout(flushing.runLogged, COLLECTED_MS).unref()
    },
    flush: flushing.run,
    async stop() {
      await flushing.runLogged()
      clearTimeout(timer)
    },
  }
}
