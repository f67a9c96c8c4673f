import type { Logger } from 'pino'
import { coalesce } from '../../concurrency/coalesced-task.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findVersionEnding, type VersionEnding } from '../../storage/versions/version-endings.ts'

/** The version of the interface that this server has. */
export const API_VERSION = 1

export interface EndingWatch {
  /** As it was a second ago, or when the database was last there. */
  known(): VersionEnding | undefined
  start(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 1_000

/** Knows how the version ends, which every answer tells: no request waits for it. */
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
