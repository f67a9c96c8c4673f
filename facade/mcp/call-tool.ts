import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import type { YieldSlot } from '../../concurrency/scheduler.ts'
import type { Runtime } from '../../tools/kernel/context.ts'
import { encodeJsonTwice, type Json, json, sizeOf } from '../../tools/kernel/json-encoding.ts'
import { Problem, problemBody } from '../../tools/kernel/problems/problems.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import { type Credential, perform } from '../../tools/perform.ts'
import { type Mend, type MendKind, mendedMeta } from './arguments/mends.ts'
import { type ReadArguments, readArguments } from './arguments/read-arguments.ts'
import { rememberText, writtenText } from './arguments/written.ts'
import { admitCaller, type Caller } from './caller.ts'
import type { Catalogue, OfferedTool } from './catalogue/catalogue.ts'
import { unknownTool } from './catalogue/unknown-tool.ts'
import { RPC } from './wire/protocol.ts'
import { isObject, type Params, RpcError } from './wire/rpc.ts'

export interface ToolCall {
  caller: Caller
  catalogue: Catalogue
  params: Params
  /** Their compact JSON, as they came. */
  paramsText?: (() => string | undefined) | undefined
  countMended: CountMended
  /** Of the HTTP request. */
  path: string
  request_id: string
  /** What the result may have; a batch has them for all its calls. */
  bytes: number
  yieldSlot?: YieldSlot | undefined
  tellProgress?: ((message: string) => void) | undefined
}

/** Counts what a call of a tool was read as that it did not say. */
export type CountMended = (tool: string, kind: MendKind) => void

/** A `tools/call` result as members of JSON, and those of its `_meta`. */
export interface ToolResult {
  members: Json
  meta: string
  /** What the tool answered; nothing of a refusal. */
  output?: Params
}

/** A refusal is a result too, so that a model can correct itself. */
export async function callTool(runtime: Runtime, call: ToolCall): Promise<ToolResult> {
  const { name, arguments: given } = call.params
  const found = typeof name === 'string' ? call.catalogue.find(name) : undefined
  const offered = found?.offered
  const read = offered && readArguments(offered.tool, given)
  if (found?.isRespelled) read?.mends.unshift({ path: '', kind: 'tool_name' })
  try {
    // The answer to any write has room in these: what was done is never told as refused.
    if (call.bytes < LARGEST_WRITE) throw tooLarge()
    if (!offered || !read) return await refuseUnknown(runtime, call)
    const { output, is_long } = await runTool(runtime, call, offered, read)
    const members = await encodeOutput(runtime, call, offered, { output, is_long, input: read.input })
    return { members, meta: joined(offered.meta, tellMended(call, offered, read.mends)), output }
  } catch (error) {
    if (error instanceof RpcError) throw error
    const problem = toProblem(error, runtime.log.child({ request_id: call.request_id }))
    if (isOfTheDoor(problem)) throw problem
    logRefusal(runtime, call, offered, problem)
    // Arguments that do not fit are refused as they came.
    const mends = problem.slug === 'validation-error' ? [] : (read?.mends ?? [])
    return { members: await refusal(runtime, problem, call), meta: tellMended(call, offered, mends) }
  }
}

function tellMended({ countMended }: ToolCall, offered: OfferedTool | undefined, mends: readonly Mend[]): string {
  if (offered) for (const { kind } of mends) countMended(offered.tool.name, kind)
  return mendedMeta(mends)
}

const joined = (...members: readonly string[]) => members.filter(member => member !== '').join(',')

/** As `refusalOf` logs what refuses a whole request. */
function logRefusal({ log }: Runtime, call: ToolCall, offered: OfferedTool | undefined, { status, slug }: Problem) {
  const { agent_id: agent } = call.caller.token
  const route = `mcp/${offered?.tool.name ?? 'other'}`
  log.info({ request_id: call.request_id, agent, method: 'tools/call', route, status, problem: slug }, 'refused')
}

/** It counts as a request all the same. */
async function refuseUnknown(runtime: Runtime, { caller, catalogue, params: { name } }: ToolCall): Promise<never> {
  await admitCaller(runtime, caller)
  const { message, data } = unknownTool(typeof name === 'string' ? name : '', catalogue, caller.token.scopes)
  throw new RpcError(RPC.invalidParams, message, data ? { data } : {})
}

/** A post of 25,000 control characters with its message and picture, twice. */
const LARGEST_WRITE = 800_000

const tooLarge = () =>
  new Problem('payload-too-large', 'The answer has no room here.', {
    limit_bytes: RESOURCE_LIMITS.mcp_bytes.limit,
    hint: 'Ask for fewer items with limit, or send the calls of a batch one by one.',
  })

function requireRoom(members: Json, bytes: number): Json {
  if (sizeOf(members) > bytes) throw tooLarge()
  return members
}

/** What the tool cannot be blamed for answers the HTTP request itself. */
const isOfTheDoor = ({ slug }: Problem) => slug === 'invalid-token' || slug === 'service-unavailable'

/** The tool's answer; what refuses it is raised. */
export async function runTool(
  runtime: Runtime,
  {
    caller,
    request_id,
    yieldSlot,
    tellProgress,
    params,
    paramsText,
  }: Pick<ToolCall, 'caller' | 'request_id' | 'yieldSlot' | 'tellProgress' | 'paramsText'> & { params?: Params },
  { tool }: OfferedTool,
  { input, mend, member }: ReadArguments,
) {
  const { scopes } = caller.token
  const credential: Credential = { scopes, admit: (_, terms) => admitCaller(runtime, caller, terms) }
  return await perform(runtime, tool, credential, {
    door: 'mcp',
    tally: caller.tally,
    request_id,
    strict: true,
    size: 0,
    yieldSlot,
    tellProgress,
    sent: name => (isObject(input) && Object.hasOwn(input, name) ? input[name] : undefined),
    input: () => input,
    mend,
    written(name) {
      if (params && paramsText) rememberText(params, paramsText)
      return writtenText(member(name))
    },
  })
}

/** What a tool answered as members of a result, where it has room. */
export async function encodeOutput(
  runtime: Runtime,
  { bytes }: Pick<ToolCall, 'bytes'>,
  offered: OfferedTool,
  { output, input, is_long }: { output: Params; input?: unknown; is_long?: boolean | undefined },
): Promise<Json> {
  const lean = () => offered.lean(output, isObject(input) ? input : {})
  return requireRoom(await encode(runtime, output, lean, is_long), bytes)
}

/** Whole as structured content, lean as text. */
async function encode({ slicer }: Runtime, output: object, lean = () => output, is_long = false): Promise<Json> {
  const [text, structured] = await encodeJsonTwice(slicer, output, lean, is_long)
  return json`"content":[{"type":"text","text":${text}}],"structuredContent":${structured}`
}

async function refusal(runtime: Runtime, problem: Problem, { path, request_id }: ToolCall): Promise<Json> {
  const { baseUrl } = runtime.installation
  const error = problemBody(problem, { baseUrl, instance: path, requestId: request_id })
  return json`${await encode(runtime, { error })},"isError":true`
}
