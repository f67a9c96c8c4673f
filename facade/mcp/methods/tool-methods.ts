import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import type { McpToolResult } from '../call-tool.ts'
import type { McpMethod, McpParts, McpRequest, OfferedTool } from '../mcp-methods.ts'
import { progressNotifier } from '../streams/response-stream.ts'
import { callAskingPerson } from '../task-questions.ts'
import type { Params, RpcRequest } from '../wire/json-rpc.ts'
import { expandUri } from '../wire/uri-template.ts'
import { isToolOffered, LIST_TTL_MS, requireNoCursor } from './lists.ts'

const toolsList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run(_, { catalogue, caller }, params) {
    requireNoCursor(params)
    return `"tools":${catalogue.list(caller.token.scopes)}`
  },
}

export const TOOL_METHODS = [['tools/list', toolsList]] as const

export async function callOfferedTool(
  parts: McpParts,
  visit: McpRequest,
  { params, paramsText }: Pick<RpcRequest, 'params' | 'paramsText'>,
): Promise<McpToolResult> {
  const { exchange, caller, catalogue, yieldSlot, stream, bytes = RESOURCE_LIMITS.mcp_bytes.limit } = visit
  const own = catalogue.features.tools.find(({ listed }) => listed.name === params.name)
  if (own) return await own.call(parts, visit, params)
  const notify = yieldSlot && progressNotifier(stream, params)
  return await callAskingPerson(parts, visit, {
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
    contentAbout: (offered, output) => linksTo(visit, offered, output),
  })
}

/** A link to what a call has written, if the caller can read it as a resource. */
function linksTo(visit: McpRequest, { tool, shownBy }: OfferedTool, output: Params): object[] {
  if (!visit.revision.hasResourceLinks || tool.effect !== 'write' || output.dry_run === true) return []
  if (shownBy === undefined) return []
  const template = visit.catalogue.features.templates.find(one => one.tool === shownBy)
  if (!template?.key || !isToolOffered(visit, shownBy)) return []
  const { uriTemplate, name, title, mimeType, key, variables } = template
  const [variable = ''] = Object.keys(variables)
  const uri = expandUri(uriTemplate, { [variable]: String(output[key]) })
  return [{ type: 'resource_link', uri, name, title, mimeType }]
}
