import { actionOf, countingDone } from '../../tools/admission/counted-action.ts'
import type { AgentActor, Runtime } from '../../tools/kernel/context.ts'
import { type Answer, invoke } from '../../tools/kernel/invoke.ts'
import { Problem, problemBody } from '../../tools/kernel/problems/problems.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import { BUDGETS } from '../../tools/kernel/turns/budgets.ts'
import { writeJson } from '../../tools/kernel/turns/long-json.ts'
import { admitCaller, type Caller } from './caller.ts'
import { type Catalogue, isGranted, type OfferedTool } from './catalogue/catalogue.ts'
import { RPC } from './wire/protocol.ts'
import { isObject, type Params, RpcError } from './wire/rpc.ts'

export interface ToolCall {
  caller: Caller
  catalogue: Catalogue
  params: Params
  /** Of the HTTP request. */
  path: string
  request_id: string
  /** What the result may have; a batch has them for all its calls. */
  bytes: number
}

/** A `tools/call` result as members of JSON, and those of its `_meta`. */
export interface ToolResult {
  members: string
  meta: string
}

/** A refusal is a result too, so that a model can correct itself. */
export async function callTool(runtime: Runtime, call: ToolCall): Promise<ToolResult> {
  const { name, arguments: given } = call.params
  const offered = typeof name === 'string' ? call.catalogue.find(name) : undefined
  try {
    // The answer to any write has room in these: what was done is never told as refused.
    if (call.bytes < LARGEST_WRITE) throw tooLarge()
    const actor = await admitCaller(runtime, call.caller, offered ? termsOf(call, offered, given) : {})
    if (!offered) throw new RpcError(RPC.invalidParams, 'Unknown tool')
    const { output } = await countingDone(runtime, actor, () => run(runtime, call, actor, offered, given ?? {}))
    return { members: requireRoom(await success(runtime, output), call.bytes), meta: offered.meta }
  } catch (error) {
    if (error instanceof RpcError) throw error
    const problem = toProblem(error, runtime.log.child({ request_id: call.request_id }))
    if (isOfTheDoor(problem)) throw problem
    return { members: await refusal(runtime, problem, call), meta: '' }
  }
}

/** A post of 25,000 control characters with its message and picture, twice. */
const LARGEST_WRITE = 800_000

const tooLarge = () =>
  new Problem('payload-too-large', 'The answer has no room here.', {
    limit_bytes: BUDGETS.mcp_bytes.limit,
    hint: 'Ask for fewer items with limit, or send the calls of a batch one by one.',
  })

/** At most three bytes for each unit of a string: few are counted. */
function requireRoom(text: string, bytes: number): string {
  if (text.length > bytes || (text.length * 3 > bytes && Buffer.byteLength(text) > bytes)) throw tooLarge()
  return text
}

/** What the tool cannot be blamed for answers the HTTP request itself. */
const isOfTheDoor = ({ slug }: Problem) => slug === 'invalid-token' || slug === 'service-unavailable'

/** A call that its token does not allow counts as a request only. */
function termsOf({ caller }: ToolCall, { tool, statuses }: OfferedTool, given: unknown) {
  const sent = (name: string) => (isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined)
  return { statuses, action: isGranted(tool, caller.token.scopes) ? actionOf(tool, sent) : undefined }
}

async function run(
  runtime: Runtime,
  { caller, request_id }: ToolCall,
  actor: AgentActor,
  { tool }: OfferedTool,
  input: unknown,
): Promise<Answer> {
  if (!isGranted(tool, caller.token.scopes)) {
    throw new Problem('insufficient-scope', 'The access token does not carry the scope that this tool needs.', {
      required_scope: tool.scopes?.join(' ') ?? '',
      hint: 'Exchange a new assertion for a token that has it; any one of the scopes named serves.',
    })
  }
  return await invoke(runtime, tool, { actor, input, request_id, strict: true })
}

/** The JSON is serialised once and stands in both members. */
async function success({ pace }: Runtime, output: object): Promise<string> {
  const json = await writeJson(pace, output)
  await pace.stepFor(json)
  return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`
}

async function refusal(runtime: Runtime, problem: Problem, { path, request_id }: ToolCall): Promise<string> {
  const { baseUrl } = runtime.installation
  const error = problemBody(problem, { baseUrl, instance: path, requestId: request_id })
  return `${await success(runtime, { error })},"isError":true`
}
