import type { ServerResponse } from 'node:http'
import { findLogLevel } from '../../../storage/mcp/session-log-levels.ts'
import type { McpParts } from '../mcp-methods.ts'
import type { McpSession } from '../mcp-sessions.ts'
import { isLogLevel, type LogLevel } from '../wire/log-levels.ts'

/** Before a session sets one, it gets all messages. */
const FIRST_LEVEL: LogLevel = 'debug'

/** The level from which on a session wants log messages. */
export async function logLevelOf({ runtime }: McpParts, { digest }: McpSession): Promise<LogLevel> {
  const level = await findLogLevel(runtime.db, digest)
  return isLogLevel(level) ? level : FIRST_LEVEL
}

/** The level of a session for as long as its stream is open, whichever process sets it. */
export async function followLogLevel(
  parts: McpParts,
  session: McpSession,
  response: ServerResponse,
): Promise<() => LogLevel> {
  let changed: LogLevel | undefined
  const unsubscribe = await parts.channel.subscribe(session.digest, message => {
    if (isLogLevel(message.level)) changed = message.level
  })
  if (response.destroyed) unsubscribe()
  else response.once('close', unsubscribe)
  const first = await logLevelOf(parts, session)
  return () => changed ?? first
}
