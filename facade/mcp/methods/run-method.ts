import { HOUR } from '../../../tools/core/durations.ts'
import { capabilitiesJson, instructions } from '../catalogue/instructions.ts'
import { admitCaller } from '../mcp-caller.ts'
import type { McpMethod, McpParts, McpRequest, MethodResult } from '../mcp-methods.ts'
import { TASK_METHODS, taskHandleOf } from '../mcp-tasks.ts'
import { methodNotFound, type RpcRequest } from '../wire/json-rpc.ts'
import { TASKS_EXTENSION } from '../wire/protocol-versions.ts'
import { isDeclared } from '../wire/request-meta.ts'
import { PROMPT_METHODS } from './prompt-methods.ts'
import { RESOURCE_METHODS } from './resource-methods.ts'
import { SESSION_METHODS } from './session-methods.ts'
import { SKILL_METHODS } from './skill-methods.ts'
import { callOfferedTool, TOOL_METHODS } from './tool-methods.ts'

const discover: McpMethod = {
  ttlMs: HOUR,
  run(_, { catalogue, caller, revision }, __, { handle }) {
    const reported = instructions(handle, catalogue, caller.token.scopes)
    return `"supportedVersions":["${revision.version}"],"capabilities":${capabilitiesJson(revision)},"instructions":${reported}`
  },
}

/** The methods of all revisions; each has those that its registry lists. */
const METHODS: ReadonlyMap<string, McpMethod> = new Map<string, McpMethod>([
  ...TOOL_METHODS,
  ...RESOURCE_METHODS,
  ...PROMPT_METHODS,
  ...SESSION_METHODS,
  ...SKILL_METHODS,
  ['server/discover', discover],
])

/** Runs the method of a request, if its revision has it. Throws `InputRequired` if it needs input of the client. */
export async function runMethod(parts: McpParts, visit: McpRequest, message: RpcRequest): Promise<MethodResult> {
  const { method: name, params } = message
  const isKnown = visit.revision.methods.has(name)
  if (isKnown && name === 'tools/call') return await callWithHandle(parts, visit, message)
  const taskMethod = isKnown ? TASK_METHODS.get(name) : undefined
  if (taskMethod) return { members: await taskMethod(parts, visit, params) }
  const actor = await admitCaller(parts.runtime, visit.caller)
  const method = isKnown ? METHODS.get(name) : undefined
  if (!method) throw methodNotFound(visit.revision)
  return { members: await method.run(parts, visit, params, actor), ttlMs: method.ttlMs }
}

/** The result, or the handle of the task that it began. */
async function callWithHandle(parts: McpParts, visit: McpRequest, message: RpcRequest): Promise<MethodResult> {
  const result = await callOfferedTool(parts, visit, message)
  if (!isDeclared(message, TASKS_EXTENSION)) return result
  const handle = await taskHandleOf(parts, visit, message, result)
  return handle ? { members: handle, type: 'task' } : result
}
