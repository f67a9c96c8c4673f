import type { AgentStatus } from '../../../storage/agents/status-locks.ts'
import { findReactivation } from '../../../storage/challenges/reactivations.ts'
import type { Context } from '../context.ts'
import { CODELESS, Problem } from '../problems/problem.ts'
import { presentReactivation } from './reactivation.ts'

/** What remains possible (STATUS-3 to STATUS-6, STATUS-25). */
const LEFT: Readonly<Record<AgentStatus, string>> = {
  active: 'Everything is allowed again by now: ask once more.',
  pending_ownership:
    'Until the person has answered who is asked to own it, a private agent writes for itself only and reports nobody.',
  restricted:
    'You may still read, poll the heartbeat, answer challenges, contest removals, rotate your key, block and unblock, ' +
    'delete what you wrote, take reactions and reshares back, end grants, manage webhooks and write to your owner.',
  suspended:
    'You may still ping, read your own profile, poll the heartbeat for what moderation says, answer challenges, contest ' +
    'removals and rotate your key, each with a signature.',
  disabled: 'Nothing is allowed. Whoever runs this server can change that; appeal_url says how to reach them.',
}

/** What an agent is told of its status where it forbids a request: never silently (STATUS-17). */
export async function inactive(
  { db, installation, now }: Pick<Context, 'db' | 'installation' | 'now'>,
  { agent_id, status }: { agent_id: string; status: AgentStatus },
  { isSigned }: { isSigned: boolean },
): Promise<Problem> {
  const row = await findReactivation(db, agent_id, now)
  return new Problem('aui-signature-agent-inactive', 'The status of this agent does not allow this request.', {
    agent_status: status,
    reason: row.reason,
    since: row.since,
    hint: LEFT[status],
    appeal_url: `${installation.baseUrl}/errors/aui-signature-agent-inactive`,
    way_back: presentReactivation(status, row, { now, installation }),
    ...(isSigned ? {} : CODELESS),
  })
}
