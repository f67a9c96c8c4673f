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

/** The caller, as authenticated by the transport. */
export interface Credential {
  /** The scopes of the token; a signature has none and full authority. */
  readonly scopes: readonly Scope[] | undefined
  /** Admits a call on these terms, or throws, in the order of ENV-94 and ENV-96. */
  admit(runtime: Runtime, terms: AdmissionTerms): Promise<AgentActor>
}

/** The request, as parsed by the transport. */
export interface ExecuteCall
  extends Pick<
      Invocation,
      'request_id' | 'envelope' | 'strict' | 'network' | 'coerce' | 'yieldSlot' | 'written' | 'reportProgress'
    >,
    Pick<AdmissionTerms, 'transport' | 'tally'> {
  /** Size of the body that is not parsed yet. */
  size: number
  /** A raw input by the tool's name for it, for decisions before validation. */
  sent(name: string): unknown
  /** All inputs under the tool's names; requested once, after admission. */
  input(): unknown
}

/** Executes a tool for an agent, for every transport: admission with its limits, invocation, refund. */
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
  // Without the required scope, a call counts only as a request.
  const action = isInScope ? actionOf(tool, call.sent) : undefined
  const actor = await credential.admit(runtime, { transport, statuses, action, tally })
  if (!isInScope) throw outOfScope(tool)
  const { charge } = actor
  // Action limits count what was done: an error, a replay, or a call without an effect is refunded.
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
