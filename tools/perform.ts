import type { Terms } from './admission/admission.ts'
import { actionOf, giveBack } from './admission/counted-action.ts'
import type { AgentActor, Runtime } from './kernel/context.ts'
import type { Tool } from './kernel/define.ts'
import { type Answer, type Call as Invocation, invoke, requireOpen } from './kernel/invoke.ts'
import { LONG_BODY_BYTES } from './kernel/json-encoding.ts'
import { Problem } from './kernel/problems/problems.ts'
import type { Scope } from './kernel/scopes.ts'

/** Who calls, as its door has proven it. */
export interface Credential {
  /** What its token was granted; a signature has none and carries full authority. */
  readonly scopes: readonly Scope[] | undefined
  /** Lets a call in on these terms, or raises why not, in the order of ENV-94 and ENV-96. */
  admit(runtime: Runtime, terms: Terms): Promise<AgentActor>
}

/** What is asked, as its door has read it. */
export interface Call
  extends Pick<
      Invocation,
      'request_id' | 'envelope' | 'strict' | 'network' | 'mend' | 'yieldSlot' | 'written' | 'tellProgress'
    >,
    Pick<Terms, 'door' | 'tally'> {
  /** Bytes of the body that are not parsed yet. */
  size: number
  /** An input as it was sent, by the tool's name for it: for what is decided before inputs are checked. */
  sent(name: string): unknown
  /** All inputs under the tool's names; asked for once, when the call was admitted. */
  input(): unknown
}

/** The one way to a tool for agents, whatever the door: admission with its limits, invocation, giving back. */
export async function perform(runtime: Runtime, tool: Tool, credential: Credential, call: Call): Promise<Answer> {
  const { scopes } = credential
  const isInScope = scopes === undefined || isGranted(tool, scopes)
  const { statuses } = tool
  const { door, tally } = call
  // Out of its scope a call counts as a request only.
  const action = isInScope ? actionOf(tool, call.sent) : undefined
  const actor = await credential.admit(runtime, { door, statuses, action, tally })
  if (!isInScope) throw outOfScope(tool)
  const { charge } = actor
  // Limits of actions count what was done: a refusal, a replay, and what was there before give their action back.
  try {
    if (tool.closed) await requireOpen(runtime, tool)
    if (call.size > LONG_BODY_BYTES) await runtime.slicer.nextSlice()
    const { request_id, envelope, strict, network, mend, yieldSlot, written, tellProgress } = call
    const facts = { request_id, envelope, strict, network, mend, yieldSlot, written, tellProgress }
    const answer = await invoke(runtime, tool, { actor, input: call.input(), ...facts })
    if (charge && (answer.is_replay || answer.is_existing)) await giveBack(runtime, charge)
    return answer
  } catch (error) {
    if (charge && error instanceof Problem) await giveBack(runtime, charge)
    throw error
  }
}

export const isGranted = ({ scopes }: Tool, granted: readonly Scope[]): boolean =>
  scopes?.some(scope => granted.includes(scope)) ?? false

const outOfScope = ({ scopes }: Tool) =>
  new Problem('insufficient-scope', 'The access token does not carry the scope that this call needs.', {
    required_scope: scopes?.join(' ') ?? '',
    hint: 'Exchange a new assertion for a token that has it; any one of the scopes named serves.',
  })
