import { chargeAccountLimit } from './accounts/account-rate-limit.ts'
import { refundAction } from './admission/admit.ts'
import type { ToolInvocation } from './core/call-context.ts'
import type { AnyoneActor, PersonActor, Runtime } from './core/context.ts'
import type { OperatorTool, SessionTool, VisitorTool } from './core/define-tool.ts'
import { type InvocationResult, invoke } from './core/invoke-tool.ts'
import { Problem } from './core/problems/problem.ts'
import { LIMITS } from './core/rate-limits.ts'

/** The tools for pages of people. */
export type PeopleTool = OperatorTool | SessionTool | VisitorTool

type PageCall = Pick<ToolInvocation, 'input' | 'request_id' | 'network'>

/**
 * Executes a tool for a signed-in person: account limit, invocation, refund. Limits by address are applied by the
 * transport before.
 */
export async function executeAsPerson(
  runtime: Runtime,
  tool: PeopleTool,
  actor: PersonActor | AnyoneActor,
  call: PageCall,
): Promise<InvocationResult> {
  const { limit } = tool
  const isCounted = limit !== undefined && actor.kind === 'person' && LIMITS[limit].per === 'account'
  const charge = isCounted ? await chargeAccountLimit(runtime, limit, actor.user_id, runtime.clock()) : undefined
  try {
    return await invoke(runtime, tool, { ...call, actor, strict: true })
  } catch (error) {
    if (charge && error instanceof Problem) await refundAction(runtime, charge)
    throw error
  }
}
