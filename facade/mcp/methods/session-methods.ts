import { upsertLogLevel } from '../../../storage/mcp/session-log-levels.ts'
import type { McpMethod } from '../mcp-methods.ts'
import { invalidParams, RpcError } from '../wire/json-rpc.ts'
import { isLogLevel, LOG_LEVELS } from '../wire/log-levels.ts'
import { RPC } from '../wire/protocol-versions.ts'
import { requireOfferedResource } from './resource-methods.ts'

const nothing: McpMethod = { run: () => '' }

const subscribe: McpMethod = {
  run(_, visit, params) {
    const { isPushed } = requireOfferedResource(visit, params)
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

/** Only sessions have them. */
export const SESSION_METHODS = [
  ['ping', nothing],
  ['resources/subscribe', subscribe],
  ['resources/unsubscribe', nothing],
  ['logging/setLevel', setLevel],
] as const
