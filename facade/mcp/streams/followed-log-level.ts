import type { ServerResponse } from 'node:http'
import type { McpParts } from '../mcp-methods.ts'
import type { McpSession } from '../mcp-sessions.ts'
import { logLevelOf } from '../methods/session-methods.ts'
import { isLogLevel, type LogLevel } from '../wire/log-levels.ts'

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
