import { notifySession, SESSION_CHANNEL } from '../../../storage/mcp/session-messages.ts'
import type { Runtime } from '../../../tools/core/context.ts'

/** Messages between the processes that serve a session: its requests arrive at any of them. */
export interface SessionChannel {
  /** Resolves once it was sent to all processes, this one included. */
  publish(session: string, message: object): Promise<void>
  /** Resolves once messages arrive; returns a function that unsubscribes. */
  subscribe(session: string, listener: (message: Record<string, unknown>) => void): Promise<() => void>
}

/** What PostgreSQL passes on, less the session and what JSON adds. */
export const MESSAGE_BYTES = 7_000

export function createSessionChannel({ db }: Pick<Runtime, 'db'>): SessionChannel {
  const listeners = new Map<string, Set<(message: Record<string, unknown>) => void>>()
  let listening: Promise<unknown> | undefined

  function onNotification(payload: string) {
    const [session = ''] = payload.split(' ', 1)
    const found = listeners.get(session)
    if (!found) return
    const message = JSON.parse(payload.slice(session.length + 1))
    for (const listener of found) listener(message)
  }

  /** A failure is reported to who needs it, and the next one tries again. */
  function listen(): Promise<unknown> {
    listening ??= db
      .listen(SESSION_CHANNEL, onNotification, () => {})
      .catch(error => {
        listening = undefined
        throw error
      })
    return listening
  }

  return {
    publish: (session, message) => notifySession(db, session, JSON.stringify(message)),
    async subscribe(session, listener) {
      await listen()
      const others = listeners.get(session) ?? new Set()
      listeners.set(session, others.add(listener))
      return () => {
        others.delete(listener)
        if (others.size === 0) listeners.delete(session)
      }
    },
  }
}
