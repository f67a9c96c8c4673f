import { findLogLevel, upsertLogLevel } from '../../../storage/mcp/session-log-levels.ts'
import type { McpMethod, McpParts } from '../mcp-methods.ts'
import type { McpSession } from '../mcp-sessions.ts'
import { invalidParams, RpcError } from '../wire/json-rpc.ts'
import { isLogLevel, LOG_LEVELS, type LogLevel } from '../wire/log-levels.ts'
import { RPC } from '../wire/protocol-versions.ts'
import { requireResource } from './resource-methods.ts'

const nothing: McpMethod = { run: () => '' }

const subscribe: McpMethod = {
  run(_, visit, params) {
    const { isPushed } = requireResource(visit, params)
    if (!isPushed || visit.caller.session?.push) return ''
    throw new RpcError(
      RPC.invalidRequest,
      'This session has no push: initialize a new one at /mcp/push, or with header MCP-Push: true',
    )
  },
}

const setLevel: McpMethod = {
  async run({ runtime, channel }, { caller: { session } }, { level }) {
    if (!isLogLevel(level)) throw invalidParams(`level must be one of ${LOG_LEVELS.join(', ')}`)
    if (session) {
      const { digest, expires_at } = session
      await upsertLogLevel(runtime.db, { digest, level, expires_at })
      await channel.publish(digest, { level })
    }
    return ''
  },
}

/** Before a session sets one, it gets all messages. */
const FIRST_LEVEL: LogLevel = 'debug'

/** The level from which on a session wants log messages. */
export async function logLevelOf({ runtime }: McpParts, { digest }: McpSession): Promise<LogLevel> {
  const level = await findLogLevel(runtime.db, digest)
  return isLogLevel(level) ? level : FIRST_LEVEL
}

/** Only sessions have them. */
export const SESSION_METHODS = [
  ['ping', nothing],
  ['resources/subscribe', subscribe],
  ['resources/unsubscribe', nothing],
  ['logging/setLevel', setLevel],
] as const
