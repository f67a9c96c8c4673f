import type { AgentStatus } from '../../storage/agents/standing.ts'
import { findStatusChange } from '../../storage/agents/status-changes.ts'
import type { Context } from './context.ts'
import { CODELESS, Problem } from './problems/problems.ts'

/** What an agent is told of its status where it forbids a request: never silently (STATUS-17). */
export async function inactive(
  { db, installation }: Pick<Context, 'db' | 'installation'>,
  { agent_id, status }: { agent_id: string; status: AgentStatus },
  { isSigned }: { isSigned: boolean },
): Promise<Problem> {
  const change = await findStatusChange(db, agent_id)
  return new Problem('aui-signature-agent-inactive', 'The status of this agent does not allow this request.', {
    agent_status: status,
    reason: change?.reason ?? null,
    since: change?.created_at ?? null,
    appeal_url: `${installation.baseUrl}/errors/aui-signature-agent-inactive`,
    ...(isSigned ? {} : CODELESS),
  })
}
