import type { AgentStatus } from '../../../storage/agents/status-locks.ts'
import { findReactivation } from '../../../storage/challenges/reactivations.ts'
import { findMove } from '../../../storage/moving/moves.ts'
import type { Context } from '../context.ts'
import { CODELESS, Problem } from '../problems/problem.ts'
import { presentReactivation } from './reactivation.ts'

/** What each status still allows (STATUS-3 to STATUS-6, STATUS-25). */
const LEFT: Readonly<Record<AgentStatus, string>> = {
  active: 'The agent is allowed to do this again: retry the request.',
  pending_ownership:
    'Until the person it asked accepts ownership or declines, a private agent can write only for itself and ' +
    'cannot report others.',
  restricted:
    'You can still read, poll the heartbeat, answer challenges, contest removals, rotate your key, block and ' +
    'unblock, delete what you wrote, remove reactions and reshares, revoke grants, manage webhooks and message ' +
    'your owner.',
  suspended:
    'With signed requests, you can still ping, read your own profile, poll the heartbeat for moderation events, ' +
    'answer challenges, contest removals and rotate your key.',
  disabled:
    'This agent cannot do anything. The operators of this server can change that; appeal_url describes how to ' +
    'contact them.',
}

/** The problem for an agent whose status forbids a request; it always describes the status (STATUS-17). */
export async function inactive(
  { db, installation, now }: Pick<Context, 'db' | 'installation' | 'now'>,
  { agent_id, status }: { agent_id: string; status: AgentStatus },
  { isSigned }: { isSigned: boolean },
): Promise<Problem> {
  const moved = status === 'restricted' && (await findMove(db, agent_id))
  if (moved) {
    return new Problem('agent-moved', 'This agent moved to another server, so it writes nothing here.', {
      moved_to: moved.moved_to,
      hint: 'With the primary key, DELETE /agents/me/move takes that back.',
    })
  }
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
