import { actionOf, refundAction } from './admission/action-limit.ts'
import type { AdmissionTerms } from './admission/admit.ts'
import type { AgentActor, Runtime } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import {
  type ToolInvocation as Invocation,
  type InvocationResult,
  invoke,
  requirePublicPagesOpen,
} from './core/invoke-tool.ts'
import { LONG_BODY_BYTES } from './core/json-encoding.ts'
import { Problem } from './core/problems/problem.ts'
import type { Scope } from './core/scopes.ts'

/** Who calls, as its door has proven it. */
export interface Credential {
  /** What its token was granted; a signature has none and carries full authority. */
  readonly scopes: readonly Scope[] | undefined
  /** Lets a call in on these terms, or raises why not, in the order of ENV-94 and ENV-96. */
  admit(runtime: Runtime, terms: AdmissionTerms): Promise<AgentActor>
}

/** What is asked, as its door has read it. */
export interface ExecuteCall
  extends Pick<
      Invocation,
      'request_id' | 'envelope' | 'strict' | 'network' | 'coerce' | 'yieldSlot' | 'written' | 'reportProgress'
    >,
    Pick<AdmissionTerms, 'transport' | 'tally'> {
  /** Bytes of the body that are not parsed yet. */
  size: number
  /** An input as it was sent, by the tool's name for it: for what is decided before inputs are checked. */
  sent(name: string): unknown
  /** All inputs under the tool's names; asked for once, when the call was admitted. */
  input(): unknown
}

/** The one way to a tool for agents, whatever the door: admission with its limits, invocation, giving back. */
export async function execute(
  runtime: Runtime,
  tool: Tool,
  credential: Credential,
  call: ExecuteCall,
): Promise<InvocationResult> {
  const { scopes } = credential
  const isInScope = scopes === undefined || isScopeGranted(tool, scopes)
  const { statuses } = tool
  const { transport, tally } = call
  // Out of its scope a call counts as a request only.
  const action = isInScope ? actionOf(tool, call.sent) : undefined
  const actor = await credential.admit(runtime, { transport, statuses, action, tally })
  if (!isInScope) throw outOfScope(tool)
  const { charge } = actor
  // Limits of actions count what was done: a refusal, a replay, and what was there before give their action back.
  try {
    if (tool.closed) await requirePublicPagesOpen(runtime, tool)
    if (call.size > LONG_BODY_BYTES) await runtime.slicer.nextSlice()
    const { request_id, envelope, strict, network, coerce, yieldSlot, written, reportProgress } = call
    const facts = {
      request_id,
      envelope,
      strict,
      network,
      coerce,
      yieldSlot,
      written,
      reportProgress,
    }
    const answer = await invoke(runtime, tool, { actor, input: call.input(), ...facts })
    if (charge && (answer.is_replay || answer.is_existing)) await refundAction(runtime, charge)
    return answer
  } catch (error) {
    if (charge && error instanceof Problem) await refundAction(runtime, charge)
    throw error
  }
}

export const isScopeGranted = ({ scopes }: Tool, granted: readonly Scope[]): boolean =>
  scopes?.some(scope => granted.includes(scope)) ?? false

const outOfScope = ({ scopes }: Tool) =>
  new Problem('insufficient-scope', 'The access token does not have the scope that this call requires.', {
    required_scope: scopes?.join(' ') ?? '',
    hint: 'Exchange a new assertion for a token with the required scope. Any one of the listed scopes is sufficient.',
  })
