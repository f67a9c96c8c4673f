import type { ResponseStream } from '../streams/response-stream.ts'
import { isLogged, type LogLevel } from '../wire/log-levels.ts'

/** Sends a log message of a call to its client, if it wants messages of that level. */
export type ClientLog = (level: LogLevel, data: unknown) => Promise<void>

/** `least` returns the level from which on the client wants messages; `undefined`: it wants none. */
export const createClientLog =
  (stream: ResponseStream | undefined, least: () => Promise<LogLevel | undefined>): ClientLog =>
  async (level, data) => {
    if (!stream?.isAccepted) return
    const wanted = await least()
    if (wanted === undefined || !isLogged(level, wanted)) return
    stream.send(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'tools', data } }),
    )
  }
