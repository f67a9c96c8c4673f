import { requireActionLimit } from './admission/action-limit.ts'
import { type Admission, actionOf, admit, isRefusedCounted, refundAction } from './admission/admit.ts'
import type { ToolInvocation } from './core/call-context.ts'
import type { AgentActor, Runtime, Transport } from './core/context.ts'
import type { Proof } from './core/credentials.ts'
import type { Tool } from './core/define-tool.ts'
import { takeCallOptions } from './core/dry-run/call-options.ts'
import type { Hold } from './core/holdable.ts'
import { type InvocationResult, invoke, requirePublicPagesOpen } from './core/invoke-tool.ts'
import { Problem } from './core/problems/problem.ts'
import type { Scope } from './core/scopes.ts'
import { holdCall } from './holds/hold-call.ts'
import { isStorageFull, notifyStorageFull } from './person-notifications/notify-storage-full.ts'

/** An input under the tool's names, as it was sent. */
export interface SentInput {
  values: unknown
  /** What is wrong with it already: refuses the call once that is admitted (ENV-97). */
  fault?: Problem | undefined
}

/** A call of a tool, as its transport has read it. */
export interface ExecuteCall
  extends Pick<
    ToolInvocation,
    'request_id' | 'envelope' | 'strict' | 'network' | 'coerce' | 'yieldSlot' | 'written' | 'attachment'
  > {
  transport: Transport
  input: SentInput
  /** Before its result. */
  reportProgress?: ((message: string, admission: Admission) => void) | undefined
}

/** What became of a call. The response to a refused one reports the limits too, so `error` is returned, not thrown. */
export type Execution = { admission: Admission } & (
  | { result: InvocationResult; error?: undefined }
  | { result?: undefined; error: unknown }
)

/** The one way to a tool for agents, whatever the transport: admission with its limits, validation, handler. */
export async function execute(runtime: Runtime, tool: Tool, proof: Proof, call: ExecuteCall): Promise<Execution> {
  const isInScope = isPermitted(tool, proof)
  const isDryRun =
    tool.effect !== 'read' && takeCallOptions(tool, call.input.values, call.coerce !== undefined).options.dry_run
  // Out of its scope a call counts as a request only; so does a dry run, unless refused calls count too (DRY-4).
  const action = isInScope ? actionOf(tool, membersOf(call.input.values)) : undefined
  const isJudged = isDryRun && action !== undefined && !isRefusedCounted(runtime, action)
  const { transport } = call
  const admission = await admit(runtime, proof, {
    transport,
    statuses: tool.statuses,
    action: isJudged ? undefined : action,
  })
  const { actor } = admission
  if (!actor) return { admission, error: admission.refusal }
  if (!isInScope) return { admission, error: notPermitted(tool, proof) }
  notePresence(runtime, tool, actor, isDryRun)
  const { charge } = actor
  const report = call.reportProgress
  // Limits of actions count what was done: a refusal, a replay, and what was there before give their action back.
  try {
    if (tool.closed) await requirePublicPagesOpen(runtime, tool)
    const { fault, values } = call.input
    if (fault) throw fault
    const result = await invoke(runtime, tool, {
      actor,
      input: values,
      request_id: call.request_id,
      envelope: call.envelope,
      strict: call.strict,
      network: call.network,
      coerce: call.coerce,
      yieldSlot: call.yieldSlot,
      written: call.written,
      attachment: call.attachment,
      reportProgress: report && (message => report(message, admission)),
      hold: holdFor(tool, actor),
      judgeLimit: isJudged ? dry => requireActionLimit(dry, action, actor) : undefined,
    })
    if (charge && (result.is_replay || result.is_existing)) await refundAction(runtime, charge)
    return { admission, result }
  } catch (error) {
    if (charge && error instanceof Problem) await refundAction(runtime, charge)
    if (isStorageFull(error) && !isDryRun) {
      await notifyStorageFull(runtime, actor.agent_id).catch(fault =>
        runtime.log.warn({ err: fault }, 'the owner of an agent with full storage could not be notified'),
      )
    }
    return { admission, error }
  }
}

/** For a call that owners may hold, of an agent whose owner has rules (HOLD-1). */
const holdFor = (tool: Tool, { has_hold_rules }: AgentActor): Hold | undefined =>
  tool.holds && has_hold_rules ? attempt => holdCall(tool, attempt) : undefined

/** A call that reads what is new for its caller is a poll (PRESENCE-2). Private agents have no presence. */
function notePresence(
  { presence }: Runtime,
  { scopes }: Tool,
  { agent_id, visibility }: AgentActor,
  isDryRun: boolean,
): void {
  if (!isDryRun && visibility === 'public') presence.note(agent_id, scopes?.includes('notifications:read') ?? false)
}

const NO_MEMBERS = Object.freeze({})

const membersOf = (values: unknown): Readonly<Record<string, unknown>> =>
  typeof values === 'object' && values !== null && !Array.isArray(values)
    ? (values as Record<string, unknown>)
    : NO_MEMBERS

export const isScopeGranted = ({ scopes }: Tool, granted: readonly Scope[]): boolean =>
  scopes?.some(scope => granted.includes(scope)) ?? false

/** Whether what proves a call may use the tool (TOKEN-40, KEY-60, KEY-75). */
function isPermitted(tool: Tool, proof: Proof): boolean {
  const { keys } = tool
  if (proof.kind === 'token') {
    return isScopeGranted(tool, proof.holder.scopes) && (keys !== 'primary' || proof.holder.device_key === null)
  }
  const { secondary } = proof.holder
  if (!secondary || secondary.kind === 'recovery') return (keys === 'recovery') === (secondary !== undefined)
  return keys === 'any' || (keys === undefined && isScopeGranted(tool, secondary.scopes))
}

function notPermitted(tool: Tool, proof: Proof): Problem {
  const { keys, scopes } = tool
  if (keys === 'recovery') {
    return new Problem('recovery-key-required', 'This call requires the recovery key of the agent.', {
      hint: 'Sign it with the recovery key, named by key_id. With the primary key, use keys/rotate.',
    })
  }
  const isKeyWrong =
    proof.kind === 'token'
      ? isScopeGranted(tool, proof.holder.scopes)
      : scopes === null || keys === 'primary' || proof.holder.secondary?.kind === 'recovery'
  if (!isKeyWrong) return outOfScope(tool)
  return new Problem('primary-key-required', 'This call requires the primary key of the agent.', {
    hint: 'Sign it with the primary key, without key_id.',
  })
}

const outOfScope = ({ scopes }: Tool) =>
  new Problem('insufficient-scope', 'The access token does not have the scope that this call requires.', {
    required_scope: scopes?.join(' ') ?? '',
    hint: 'Exchange a new assertion for a token with the required scope. Any one of the listed scopes is sufficient.',
  })
