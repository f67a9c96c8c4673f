import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import type { YieldSlot } from '../../concurrency/scheduler.ts'
import type { Runtime } from '../../tools/core/context.ts'
import { encodeInString, encodeJsonTwice, type Json, json, sizeOf } from '../../tools/core/json-encoding.ts'
import { Problem, problemBody } from '../../tools/core/problems/problem.ts'
import { toProblem } from '../../tools/core/problems/to-problem.ts'
import { execute } from '../../tools/execute.ts'
import { type Coercion, type CountCoerced, coercedMeta } from './arguments/coercions.ts'
import { type ReadArguments, readToolArguments } from './arguments/read-arguments.ts'
import { rememberText, writtenText } from './arguments/written.ts'
import { unknownTool } from './catalogue/unknown-tool.ts'
import { InputRequired } from './client/client-input.ts'
import { delimit, hasReserved, withoutReserved } from './compact-output/foreign-text.ts'
import { admitCaller, type McpCaller, refuseMessage, tokenProofOf } from './mcp-caller.ts'
import type { Catalogue, OfferedTool } from './mcp-methods.ts'
import { isObject, type Params, RpcError } from './wire/json-rpc.ts'
import { RPC } from './wire/protocol-versions.ts'

export interface ToolCall {
  caller: McpCaller
  catalogue: Catalogue
  params: Params
  /** Their compact JSON, as received. */
  paramsText?: (() => string | undefined) | undefined
  countCoerced: CountCoerced
  /** Of the HTTP request. */
  path: string
  request_id: string
  /** Maximum size of the result; shared by all calls of a batch. */
  bytes: number
  yieldSlot?: YieldSlot | undefined
  notifyProgress?: ((message: string) => void) | undefined
  /** Further content of a result, about its output. */
  contentAbout?: ((offered: OfferedTool, output: Params) => object[]) | undefined
}

/** The members of a `tools/call` result as JSON, and those of its `_meta`. */
export interface McpToolResult {
  members: Json
  meta: string
  /** The tool's output; absent for an error. */
  output?: Params
}

/** An error is a result too, so that a model can correct itself. */
export async function executeToolCall(runtime: Runtime, call: ToolCall): Promise<McpToolResult> {
  const { name, arguments: given } = call.params
  const found = typeof name === 'string' ? call.catalogue.find(name) : undefined
  const offered = found?.offered
  const read = offered && readToolArguments(offered.tool, given)
  if (found?.isRespelled) read?.coercions.unshift({ path: '', kind: 'tool_name' })
  try {
    // The response to any write fits in this: what was done is never reported as failed.
    if (call.bytes < LARGEST_WRITE) throw tooLarge()
    if (!offered || !read) return await refuseUnknown(runtime, call)
    const { output, is_long } = await runTool(runtime, call, offered, read)
    const content = call.contentAbout?.(offered, output)
    const members = await encodeOutput(runtime, call, offered, { output, is_long, input: read.input, content })
    return { members, meta: joined(offered.meta, countCoercions(call, offered, read.coercions)), output }
  } catch (error) {
    if (error instanceof RpcError || error instanceof InputRequired) throw error
    const problem = toProblem(error, runtime.log.child({ request_id: call.request_id }))
    if (isAdmissionProblem(problem)) throw problem
    logRefusal(runtime, call, offered, problem)
    // Arguments that cannot be coerced are rejected as they were received.
    const coercions = problem.slug === 'validation-error' ? [] : (read?.coercions ?? [])
    return { members: await refusal(runtime, problem, call), meta: countCoercions(call, offered, coercions) }
  }
}

function countCoercions(
  { countCoerced }: ToolCall,
  offered: OfferedTool | undefined,
  coercions: readonly Coercion[],
): string {
  if (coercions.length === 0) return ''
  if (offered) for (const { kind } of coercions) countCoerced(offered.tool.name, kind)
  return coercedMeta(coercions)
}

const joined = (...members: readonly string[]) => members.filter(member => member !== '').join(',')

/** Logged like an error that rejects a whole request. */
function logRefusal({ log }: Runtime, call: ToolCall, offered: OfferedTool | undefined, { status, slug }: Problem) {
  const { agent_id: agent } = call.caller.token
  const route = `mcp/${offered?.tool.name ?? 'other'}`
  log.info({ request_id: call.request_id, agent, method: 'tools/call', route, status, problem: slug }, 'refused')
}

/** It counts as a request anyway. */
async function refuseUnknown(runtime: Runtime, { caller, catalogue, params: { name } }: ToolCall): Promise<never> {
  await admitCaller(runtime, caller)
  const { message, data } = unknownTool(typeof name === 'string' ? name : '', catalogue, caller.token.scopes)
  throw new RpcError(RPC.invalidParams, message, data ? { data } : {})
}

/** A post of 25,000 control characters with its message and picture, in both forms. */
const LARGEST_WRITE = 800_000

const tooLarge = () =>
  new Problem('payload-too-large', 'The result is too large.', {
    limit_bytes: RESOURCE_LIMITS.mcp_bytes.limit,
    hint: 'Request fewer items with limit, or send the calls of a batch one by one.',
  })

function requireFits(members: Json, bytes: number): Json {
  if (sizeOf(members) > bytes) throw tooLarge()
  return members
}

/** An error that is not the tool's is the response to the HTTP request. */
const isAdmissionProblem = ({ slug }: Problem) => slug === 'invalid-token' || slug === 'service-unavailable'

/** Returns the tool's output; throws its errors. */
export async function runTool(
  runtime: Runtime,
  {
    caller,
    request_id,
    yieldSlot,
    notifyProgress,
    params,
    paramsText,
  }: Pick<ToolCall, 'caller' | 'request_id' | 'yieldSlot' | 'notifyProgress' | 'paramsText'> & { params?: Params },
  { tool }: OfferedTool,
  { input, coerce, member }: ReadArguments,
) {
  const { limits } = caller
  const { admission, result, error } = await execute(runtime, tool, tokenProofOf(caller), {
    transport: 'mcp',
    request_id,
    strict: true,
    yieldSlot,
    input: { values: input },
    coerce,
    // The head of its stream reports the limits.
    reportProgress:
      notifyProgress &&
      ((message, admission) => {
        limits.settle(admission)
        notifyProgress(message)
      }),
    written(name) {
      if (params && paramsText) rememberText(params, paramsText)
      return writtenText(member(name))
    },
  })
  limits.settle(admission)
  if (result) return result
  if (admission.refusal) refuseMessage(admission.refusal)
  throw error
}

/** The output of a tool as members of a result, if it fits. */
export async function encodeOutput(
  runtime: Runtime,
  { bytes }: Pick<ToolCall, 'bytes'>,
  offered: OfferedTool,
  { output, input, is_long, content }: EncodedOutput,
): Promise<Json> {
  const args = isObject(input) ? input : {}
  const lean = (known: object) => offered.lean(known as Params, args)
  return requireFits(await encode(runtime, output, { lean, is_long, content }), bytes)
}

interface EncodedOutput {
  output: Params
  input?: unknown
  is_long?: boolean | undefined
  /** After the text. */
  content?: object[] | undefined
}

/** Complete as structured content, compact as text, in which text by others is delimited. */
async function encode(
  { slicer, randomBytes }: Runtime,
  output: object,
  {
    lean = known => known,
    is_long = false,
    content = [],
  }: Partial<Omit<EncodedOutput, 'output'>> & { lean?: (known: object) => object } = {},
): Promise<Json> {
  const [text, structured] = await encodeJsonTwice(slicer, output, () => lean(output), is_long)
  const clean = hasReserved(structured) ? encodeInString(lean(withoutReserved(output))) : text
  const more = content.map(one => `,${JSON.stringify(one)}`).join('')
  return json`"content":[{"type":"text","text":${delimit(clean, randomBytes)}}${more}],"structuredContent":${structured}`
}

async function refusal(runtime: Runtime, problem: Problem, { path, request_id }: ToolCall): Promise<Json> {
  const { baseUrl } = runtime.installation
  const error = problemBody(problem, { baseUrl, instance: path, requestId: request_id })
  return json`${await encode(runtime, { error })},"isError":true`
}
