import { countAccount } from './accounts/counted-account.ts'
import { giveBack } from './admission/counted-action.ts'
import type { AnyoneActor, PersonActor, Runtime } from './kernel/context.ts'
import type { OperatorTool, SessionTool, VisitorTool } from './kernel/define.ts'
import { type Answer, type Call, invoke } from './kernel/invoke.ts'
import { BUCKETS } from './kernel/limits.ts'
import { Problem } from './kernel/problems/problems.ts'

/** What people's pages call. */
export type PeopleTool = OperatorTool | SessionTool | VisitorTool

type PageCall = Pick<Call, 'input' | 'request_id' | 'network'>

/**
 * The one way of a page to what people do: its limit by the account, the invocation, giving back. Limits by the address
 * are the door's, ahead of it.
 */
export async function performAsPerson(
  runtime: Runtime,
  tool: PeopleTool,
  actor: PersonActor | AnyoneActor,
  call: PageCall,
): Promise<Answer> {
  const { limit } = tool
  const isCounted = limit !== undefined && actor.kind === 'person' && BUCKETS[limit].per === 'account'
  const charge = isCounted ? await countAccount(runtime, limit, actor.user_id, runtime.clock()) : undefined
  try {
    return await invoke(runtime, tool, { ...call, actor, strict: true })
  } catch (error) {
    if (charge && error instanceof Problem) await giveBack(runtime, charge)
    throw error
  }
}
