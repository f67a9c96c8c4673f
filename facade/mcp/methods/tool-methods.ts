import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { executeToolCall, type McpToolResult } from '../call-tool.ts'
import type { McpMethod, McpParts, McpRequest } from '../mcp-methods.ts'
import { progressNotifier } from '../streams/response-stream.ts'
import type { RpcRequest } from '../wire/json-rpc.ts'
import { LIST_TTL_MS, requireNoCursor } from './lists.ts'

const toolsList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run(_, { catalogue, caller }, params) {
    requireNoCursor(params)
    return `"tools":${catalogue.list(caller.token.scopes)}`
  },
}

export const TOOL_METHODS = [['tools/list', toolsList]] as const

export async function callTool(
  parts: McpParts,
  visit: McpRequest,
  { params, paramsText }: Pick<RpcRequest, 'params' | 'paramsText'>,
): Promise<McpToolResult> {
  const { exchange, caller, catalogue, yieldSlot, stream, bytes = RESOURCE_LIMITS.mcp_bytes.limit } = visit
  const own = catalogue.features.tools.find(({ listed }) => listed.name === params.name)
  if (own) return await own.call(parts, visit, params)
  const notify = yieldSlot && progressNotifier(stream, params)
  return await executeToolCall(parts.runtime, {
    caller,
    catalogue,
    params,
    paramsText,
    countCoerced: parts.countCoerced,
    path: exchange.path,
    request_id: exchange.request_id,
    bytes,
    yieldSlot,
    notifyProgress: notify && (message => notify({ message })),
  })
}
