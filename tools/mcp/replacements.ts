import { announceStream, STREAM_CHANNEL } from '../../storage/mcp-sessions.ts'
import type { Runtime } from '../context.ts'

export interface Replacements {
  /** Tells the other processes that this session's stream is here now. */
  announce(session: string): void
  /** Starts to hear them, unless it does already. */
  listen(): Promise<void>
}

/** A session has one stream, at whichever process it was opened last; `replaced` ends the one here. */
export function openReplacements(
  { db, newId, log }: Pick<Runtime, 'db' | 'newId' | 'log'>,
  replaced: (session: string) => void,
): Replacements {
  const self = newId()
  let isListening = false

  function hear(payload: string) {
    const [by, session] = payload.split(' ')
    if (by !== self && session !== undefined) replaced(session)
  }

  return {
    announce(session) {
      announceStream(db, self, session).catch((error: unknown) => log.warn({ err: error }, 'announcing a stream fails'))
    },
    async listen() {
      if (isListening) return
      isListening = true
      try {
        await db.listen(STREAM_CHANNEL, hear, () => {})
      } catch (error) {
        isListening = false
        throw error
      }
    },
  }
}
