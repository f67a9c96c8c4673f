import type { Logger } from 'pino'
import { coalesce } from '../../concurrency/coalesced-task.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findVersionEnding, type VersionEnding } from '../../storage/versions/version-endings.ts'

/** The API version of this server. */
export const API_VERSION = 1

export interface EndingWatch {
  /** The state of a second ago, or of when the database was last reachable. */
  known(): VersionEnding | undefined
  start(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 1_000

/** Caches how the version ends, which every response contains, so that no request waits for it. */
export function watchVersionEnding(db: Queryable, log: Logger): EndingWatch {
  let known: VersionEnding | undefined
  let timer: NodeJS.Timeout | undefined
  const reading = coalesce("reading the version's end date", log, async () => {
    known = await findVersionEnding(db, API_VERSION)
  })
  return {
    known: () => known,
    async start() {
      await reading.runLogged()
      timer = setInterval(() => void reading.runLogged(), EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await reading.idle()
    },
  }
}
