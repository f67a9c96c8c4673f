import { chargeAccountLimit } from './accounts/account-rate-limit.ts'
import { refundAction } from './admission/admit.ts'
import type { AnyoneActor, PersonActor, Runtime } from './core/context.ts'
import type { OperatorTool, SessionTool, VisitorTool } from './core/define-tool.ts'
import { type InvocationResult, invoke, type ToolInvocation } from './core/invoke-tool.ts'
import { Problem } from './core/problems/problem.ts'
import { LIMITS } from './core/rate-limits.ts'

/** What people's pages call. */
export type PeopleTool = OperatorTool | SessionTool | VisitorTool

type PageCall = Pick<ToolInvocation, 'input' | 'request_id' | 'network'>

/**
 * The one way of a page to what people do: its limit by the account, the invocation, giving back. Limits by the address
 * are the door's, ahead of it.
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
