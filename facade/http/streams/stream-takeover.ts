import { announceStream, STREAM_CHANNEL } from '../../../storage/mcp/ended-sessions.ts'
import type { Runtime } from '../../../tools/core/context.ts'

export interface StreamTakeovers {
  /**
   * Announces to the other processes that this session's stream is here now; resolves when it is sent, never rejects.
   */
  announce(session: string): Promise<void>
  /** Starts to listen for announcements, unless it already does. */
  listen(): Promise<void>
}

/**
 * A session has one stream, at the process where it was opened last; `replaced` ends the local one. All processes
 * receive announcements in the same order, so a stream whose own announcement has not come back yet is newer than those
 * received meanwhile.
 */
export function createStreamTakeovers(
  { db, newId, log }: Pick<Runtime, 'db' | 'newId' | 'log'>,
  replaced: (session: string) => void,
): StreamTakeovers {
  const self = newId()
  /** By session, our announcement that has not come back yet. */
  const underWay = new Map<string, string>()
  let isListening = false

  function hear(payload: string) {
    const [by, announcement, session] = payload.split(' ')
    if (session === undefined) return
    if (by !== self && !underWay.has(session)) replaced(session)
    if (underWay.get(session) === announcement) underWay.delete(session)
  }

  return {
    async announce(session) {
      const announcement = newId()
      if (isListening) underWay.set(session, announcement)
      try {
        await announceStream(db, `${self} ${announcement}`, session)
      } catch (error) {
        if (underWay.get(session) === announcement) underWay.delete(session)
        log.warn({ err: error }, 'announcing a stream failed')
      }
    },
    async listen() {
      if (isListening) return
      isListening = true
      try {
        await db.listen(STREAM_CHANNEL, hear, () => underWay.clear())
      } catch (error) {
        isListening = false
        throw error
      }
    },
  }
}
