import { z } from 'zod'
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import type { YieldSlot } from '../../concurrency/scheduler.ts'
import type { PersonLocks } from '../../storage/ownership/person-locks.ts'
import { CallContext, type ToolInvocation } from './call-context.ts'
import type { Actor, Context, Runtime } from './context.ts'
import { refuseCredential } from './credential-guard/suspect-credential.ts'
import { type AnyTool, Existing, Pending, Replay } from './define-tool.ts'
import { NO_OPTIONS, takeCallOptions } from './dry-run/call-options.ts'
import { type DryRun, runDry } from './dry-run/dry-run.ts'
import type { Hold, HoldAttempt } from './holdable.ts'
import { isLong, isLongInput } from './json-encoding.ts'
import { briefOf } from './output/brief-output.ts'
import { resolvePost, unresolvedPost } from './post-reference.ts'
import { markUncertain } from './problems/commit-uncertainty.ts'
import { type InputFault, Problem } from './problems/problem.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { escapePointer, unstorableText } from './schemas.ts'
import { nearest } from './text/nearest-name.ts'
import { readFromStandby } from './transactions/standby-reads.ts'

export interface InvocationResult {
  output: Record<string, unknown>
  /** The output is that of an earlier request with the same idempotency key, with what its agent may see now. */
  is_replay: boolean
  is_existing: boolean
  /** The output has the tool's `pending` schema. */
  is_pending: boolean
  /** Whether the output is long. */
  is_long: boolean
  /** Nothing was done (DRY-1). */
  is_dry_run: boolean
}

/**
 * Invokes a tool for an admitted actor: validates the input, runs the handler, and checks the output. The only caller
 * of handlers.
 *
 * Order: resolve on whose behalf the actor acts, validate (and coerce, if the transport offers it), then run the
 * handler with a context whose transactions first lock the actor. Invariants: a tool returns only problems that it
 * declares; an uncertain commit is never reported as a failure.
 */
export function invoke(runtime: Runtime, tool: AnyTool, invocation: ToolInvocation): Promise<InvocationResult> {
  const { tracing } = runtime
  return tracing
    ? tracing.part(`tool ${tool.name}`, () => runInvocation(runtime, tool, invocation))
    : runInvocation(runtime, tool, invocation)
}

async function runInvocation(runtime: Runtime, tool: AnyTool, invocation: ToolInvocation): Promise<InvocationResult> {
  const actorInvocation = forActor(tool, invocation)
  if (tool.closed) await requirePublicPagesOpen(runtime, tool)
  if ('recent_sign_in' in tool) await requireRecentSignIn(runtime.db, actorInvocation.actor, new Date(runtime.clock()))
  const taken =
    tool.effect !== 'read'
      ? takeCallOptions(tool, actorInvocation.input, actorInvocation.coerce !== undefined)
      : undefined
  if (taken?.fault) throw taken.fault
  const call = taken ? { ...actorInvocation, input: taken.input } : actorInvocation
  if (isLongInput(call.input)) await runtime.slicer.nextSlice()
  const valid = validate(tool, call)
  if (tool.publishes && !taken?.options.allow_credential_like) {
    refuseCredential(tool.publishes, valid as Record<string, unknown>, new Date(runtime.clock()))
  }
  const permalink = Object.hasOwn(valid as object, 'post_id') ? unresolvedPost(valid) : undefined
  const input = permalink ? { ...(valid as object), post_id: await resolvePost(runtime, permalink) } : valid
  const persons = personsOf(tool, call.actor, input)
  const locking = persons ? { ...call, persons } : call
  const options = taken?.options ?? NO_OPTIONS
  const rehearse = () => runAsDryRun(runtime, tool, locking, input)
  const held = call.hold && (await holdBy(call.hold, tool, { call: locking, input, options, rehearse }, runtime))
  if (held) return held
  return options.dry_run ? await rehearse() : await runHandler(runtime, tool, locking, input)
}

type Holding = Pick<HoldAttempt, 'options' | 'rehearse'> & { call: ToolInvocation; input: unknown }

/** Holds the call for the owner of its agent, if their rules apply to it (HOLD-3). */
async function holdBy(
  hold: Hold,
  tool: AnyTool,
  { call, input, options, rehearse }: Holding,
  runtime: Runtime,
): Promise<InvocationResult | undefined> {
  try {
    const context = new CallContext(runtime, call) as Context
    const held = await hold({ context, input: input as HoldAttempt['input'], options, rehearse })
    return held && { ...held, is_existing: false, is_pending: true, is_long: false, is_dry_run: options.dry_run }
  } catch (error) {
    throw declared(tool, error)
  }
}

async function runHandler(
  runtime: Runtime,
  tool: AnyTool,
  call: ToolInvocation,
  input: unknown,
): Promise<InvocationResult> {
  const made: { context?: CallContext } = {}
  const handle = (from: Runtime) => {
    made.context = new CallContext(from, call)
    return handleBy(tool, input, made.context)
  }
  let result: unknown
  try {
    result = await ('mayReadStandby' in tool ? readFromStandby(runtime, call.actor, handle) : handle(runtime))
  } catch (error) {
    throw declared(tool, markUncertain(error, tool, made.context?.hasCommitted === true))
  }
  return await presentResult(runtime, tool, input, result)
}

const handleBy = (tool: AnyTool, input: unknown, context: CallContext) =>
  (tool.handler as (input: unknown, context: Context<unknown>) => Promise<unknown>)(input, context)

async function presentResult(
  runtime: Runtime,
  tool: AnyTool,
  input: unknown,
  result: unknown,
): Promise<InvocationResult> {
  const is_replay = result instanceof Replay
  const is_existing = result instanceof Existing
  const is_pending = result instanceof Pending
  const output =
    result instanceof Replay || result instanceof Existing || result instanceof Pending ? result.output : result
  const is_long = isLong(output)
  if (is_long) await runtime.slicer.nextSlice()
  const shape = is_pending ? tool.pending! : tool.output
  const exact = tool.isExact ? (output as InvocationResult['output']) : shape.parse(output)
  const shown = wantsBrief(input) ? briefOf(exact) : exact
  return { output: shown, is_replay, is_existing, is_pending, is_long, is_dry_run: false }
}

/** Judges a call without doing it. It waits for nobody, as if its client had gone. */
async function runAsDryRun(
  runtime: Runtime,
  tool: AnyTool,
  call: ToolInvocation,
  input: unknown,
): Promise<InvocationResult> {
  // Apart, so that the row of the limit is not locked while the handler runs.
  const { judgeLimit } = call
  if (judgeLimit) await runDry(runtime, dry => judgeLimit(dry.runtime))
  return await runDry(runtime, async dry => {
    if (tool.dryRunStops) return stoppedBefore(tool.dryRunStops)
    const context = new CallContext(dry.runtime, { ...call, yieldSlot: waitForNobody, reportProgress: undefined })
    try {
      const result = await presentResult(dry.runtime, tool, input, await handleBy(tool, input, context))
      return dry.hasStopped() && !result.is_replay ? stoppedBefore('outbound_call') : asDry(result, dry, call.actor)
    } catch (error) {
      if (dry.hasStopped()) return stoppedBefore('outbound_call')
      throw declared(tool, error)
    }
  })
}

const waitForNobody: YieldSlot = wait =>
  wait(leave => {
    leave()
    return () => {}
  })

/** MCP clients check an output against its schema, in which an id is never null. */
const asDry = (result: InvocationResult, { removeFrom }: DryRun, actor: Actor): InvocationResult => ({
  ...result,
  output: { ...removeFrom(result.output, actor.kind === 'agent' && actor.transport === 'mcp'), dry_run: true },
  is_dry_run: true,
})

const stoppedBefore = (stopped_before: 'outbound_call' | 'attempt'): InvocationResult => ({
  output: { dry_run: true, stopped_before },
  ...{ is_replay: false, is_existing: false, is_pending: false, is_long: false, is_dry_run: true },
})

const wantsBrief = (input: unknown) => (input as { view?: unknown } | null)?.view === 'brief'

/** A person acts for themselves: whom a tool acts for is never theirs to name, and other tools are not theirs at all. */
function forActor(tool: AnyTool, call: ToolInvocation): ToolInvocation {
  const { actor, input } = call
  const isForPeople = tool.audience === 'session' || (tool.audience === 'operator' && tool.isForPeople)
  if (actor.kind !== 'person') {
    if (tool.audience === 'session') throw new Error(`${tool.name} is available to people only`)
    return call
  }
  if (!isForPeople || !isRecord(input)) throw new Error(`${tool.name} is not available to people`)
  if (tool.audience === 'session') return call
  if (Object.hasOwn(input, 'user_id')) {
    throw invalid([
      {
        pointer: '/user_id',
        code: 'unrecognized_key',
        message: 'is set from the signed-in person and cannot be passed as input',
      },
    ])
  }
  return { ...call, input: { ...input, user_id: actor.user_id } }
}

/**
 * The people that the transactions of a call lock: the actor or the person an operator acts for, and those the tool
 * changes.
 */
function personsOf(tool: AnyTool, actor: Actor, input: unknown): PersonLocks | undefined {
  if (actor.kind === 'agent') return undefined
  const shared: (string | undefined)[] = []
  if (actor.kind === 'person') shared.push(actor.user_id)
  if (actor.kind === 'operator') shared.push(actor.staff?.user_id)
  if (tool.audience === 'operator' && tool.isForPeople) shared.push((input as { user_id?: string }).user_id)
  const exclusive = tool.personsAlone?.(input as never, actor) ?? []
  const locks = { shared: shared.filter(id => id !== undefined), exclusive: exclusive.filter(id => id !== undefined) }
  return locks.shared.length + locks.exclusive.length > 0 ? locks : undefined
}

/** For a transport that parses an input before it invokes the tool. */
export async function requirePublicPagesOpen({ settings, payments }: Runtime, tool: AnyTool): Promise<void> {
  const problem = tool.closed?.(await settings(), payments)
  if (problem) throw declared(tool, problem)
}

/** An input that is invalid even after coercion is rejected with the errors of the original. */
function validate(tool: AnyTool, { input, strict = false, coerce }: ToolInvocation): unknown {
  const judged = judge(tool, input, strict)
  if (!('faults' in judged)) return judged.data
  const { faults } = judged
  const mended = judged.isMendable ? coerce?.(input) : undefined
  if (mended === undefined) throw invalid(faults)
  const again = judge(tool, mended, strict)
  if (!('faults' in again)) return again.data
  const pointers = new Set(faults.map(({ pointer }) => pointer))
  throw invalid(again.faults.every(({ pointer }) => pointers.has(pointer)) ? again.faults : faults)
}

type Judged = { data: unknown } | { faults: InputFault[]; isMendable: boolean }

function judge(tool: AnyTool, given: unknown, strict: boolean): Judged {
  const long = overlongList(given)
  if (long) return { faults: [long], isMendable: false }
  const input = withoutAbsent(tool.input, given)
  const text = tool.takesAnyText ? undefined : unstorableText(input)
  if (text) return { faults: [text], isMendable: false }
  const faults = strict ? unknownArguments(tool, input) : []
  const parsed = tool.input.safeParse(input)
  if (!parsed.success) faults.push(...parsed.error.issues.map(fault))
  return faults.length > 0 ? { faults, isMendable: true } : { data: parsed.data }
}

/** An optional input that is null is absent, unless null has a meaning (HTTP-14); likewise for members of an input. */
function withoutAbsent({ shape }: z.ZodObject, input: unknown): unknown {
  if (!isRecord(input) || !Object.values(input).some(value => value === null || isRecord(value))) return input
  const entries = Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined
    if (schema && value === null && isOptional(schema)) return []
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
    return [[name, inner instanceof z.ZodObject ? withoutAbsent(inner, value) : value]]
  })
  return Object.fromEntries(entries)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success && !schema.safeParse(null).success

const { input_faults: FAULTS, input_items: ITEMS } = RESOURCE_LIMITS

function invalid(faults: InputFault[]): Problem {
  const errors = faults.slice(0, FAULTS.limit).map(fault => ({ ...fault, pointer: cut(fault.pointer) }))
  return new Problem('validation-error', 'The input is invalid. See `errors` for details.', { errors })
}

const POINTER_CHARACTERS = 200

const cut = (pointer: string) =>
  pointer.length > POINTER_CHARACTERS ? `${pointer.slice(0, POINTER_CHARACTERS)}…` : pointer

/** Rejects an excessive list without validating every item. */
function overlongList(input: unknown): InputFault | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const [name] = Object.entries(input).find(([, member]) => Array.isArray(member) && member.length > ITEMS.limit) ?? []
  if (name === undefined) return undefined
  return { pointer: pointer([name]), code: 'too_big', message: `must have at most ${ITEMS.limit} items` }
}

const pointer = (path: PropertyKey[]) => path.map(step => `/${escapePointer(String(step))}`).join('')

const fault = (issue: z.core.$ZodIssue): InputFault => ({
  pointer: pointer(issue.path),
  code: issue.code,
  message: issue.message,
})

const isRestOnly = (tool: AnyTool, name: string) => tool.audience === 'agent' && tool.restOnlyInputs.includes(name)

function unknownArguments(tool: AnyTool, input: unknown): InputFault[] {
  if (typeof input !== 'object' || input === null) return []
  const names = Object.keys(tool.input.shape).filter(name => !isRestOnly(tool, name))
  const all = names.length > 0 ? names.join(', ') : 'none'
  return Object.keys(input)
    .filter(key => !names.includes(key))
    .slice(0, FAULTS.limit)
    .map(key => {
      const near = nearest(key, names)
      const message = `${tool.name} has no such argument; ${near ? `did you mean ${near}? It` : 'it'} accepts ${all}`
      return { pointer: pointer([key]), code: 'unrecognized_key', message }
    })
}

/** A tool returns only the problems that it declares, so that the generated documentation is correct. */
function declared(tool: AnyTool, error: unknown): unknown {
  if (!(error instanceof Problem) || EVERYWHERE.has(error.slug) || tool.problems.includes(error.slug)) return error
  return new Error(`${tool.name} threw a problem that it does not declare: ${error.slug}`, { cause: error })
}

const EVERYWHERE: ReadonlySet<string> = new Set([
  'validation-error',
  'aui-signature-agent-not-found',
  'aui-signature-verification-failed',
  'invalid-token',
  'aui-signature-agent-inactive',
  'agent-moved',
  'service-unavailable',
  'sign-in-required',
])
